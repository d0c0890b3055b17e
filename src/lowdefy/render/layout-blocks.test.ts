import { describe, expect, it } from 'vitest';
import { block, render, show } from '../../../test/fixtures/show-block.ts';

const inside = { areas: { content: [block('Paragraph', { properties: { content: 'Inside' } })] } };
const INSIDE = '<display id="paragraph" type="Paragraph">\nText: "Inside"\n</display>';

describe('layouts of Lowdefy 5', () => {
  it.each(['ConfigProvider', 'Flex', 'Masonry'])('%s shows its content', (type) => {
    expect(show(type, { category: 'container', ...inside })).toBe(INSIDE);
  });

  it('a watermark shows the text over its blocks', () => {
    const given = { category: 'container' as const, ...inside };
    expect(show('Watermark', { ...given, properties: { text: ['Draft', 'Secret'] } })).toBe(
      `<container id="watermark" type="Watermark">\nWatermark: "Draft Secret"\n${INSIDE}\n</container>`,
    );
    const image = `data:image/png;base64,${'A'.repeat(2000)}`;
    expect(show('Watermark', { ...given, properties: { text: 'Draft', image } })).toContain(
      'Watermark: "data:image/png (2,022 characters)"',
    );
    expect(show('Watermark', given)).toBe(INSIDE);
  });

  it('a splitter shows its panels, and how to collapse one', () => {
    const text = (content: string) => [block('Paragraph', { blockId: content, properties: { content } })];
    const areas = { left: text('L'), right: text('R'), other: text('O') };
    const panels = [{ key: 'right' }, { key: 'left', collapsible: true }];
    const given = { category: 'container' as const, areas, properties: { panels } };
    const plain = show('Splitter', given);
    expect(plain).toMatch(/^<display id="R"[\s\S]*<display id="L"/);
    expect(plain).not.toContain('id="O"');
    const folding = { ...given, events: ['onCollapse'], ui: { activeKeys: ['right'] } };
    const folded = show('Splitter', folding);
    expect(folded).toContain(
      'To collapse or expand: {"event":"onCollapse","payload":{"panel":"left"}}\n<tab key="right" title="right" active="true">',
    );
    expect(folded).toContain('<tab key="left" title="left"></tab>');
    expect(folded).not.toContain('id="L"');
  });
});

describe('a QR code', () => {
  it('shows its text', () => {
    expect(show('QRCode', { properties: { value: 'https://x.y' } })).toContain('Code: "https://x.y"');
    expect(show('QRCode')).toBe('');
  });

  it('cannot be read if something covers it', () => {
    const shown = show('QRCode', {
      properties: { value: 'https://x.y', status: 'expired' },
      events: ['onRefresh'],
    });
    expect(shown).toBe('<display id="qRCode" type="QRCode" status="expired" events=[onRefresh]></display>');
  });
});

it('a block that throws shows nothing, and a warning says what it threw', () => {
  const { text, warnings } = render([block('Throw', { properties: { message: 'Out of order' } })]);
  expect(text).toBe('');
  expect(warnings).toEqual(['Block "throw" could not be drawn: Out of order']);
  expect(render([block('Throw')]).warnings).toEqual([
    'Block "throw" could not be drawn: Intentional error thrown by Throw block',
  ]);
});

describe('shortcuts', () => {
  it('are shown on the block whose event they trigger', () => {
    const button = { events: ['onClick'], shortcuts: { onClick: ['mod+K', 'g i'] } };
    expect(show('Button', button)).toContain('<button id="button" shortcut="mod+K or g i" events=[onClick]>');
    expect(
      show('Box', {
        events: ['onClick', 'onSave'],
        shortcuts: { onSave: ['mod+S'], onMount: ['x'] },
        ...inside,
      }),
    ).toContain('shortcut="onSave: mod+S"');
  });

  it('of tabs and menu links are shown on these', () => {
    const tabs = [{ key: 'one', title: 'One', shortcut: 'alt+1' }];
    expect(show('Tabs', { properties: { tabs } })).toContain(
      '<tab key="one" title="One" active="true" shortcut="alt+1">',
    );
    const links = [{ type: 'MenuLink', pageId: 'home', properties: { title: 'Home', shortcut: 'g h' } }];
    expect(show('Menu', { properties: { links } })).toContain(
      '<link title="Home" pageId="home" shortcut="g h">',
    );
  });
});
