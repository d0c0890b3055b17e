import { expect, test } from 'vitest';
import { pageHtml as html } from '../../../test/fixtures/page-html.tsx';
import type { FactName } from '../../protocol/view-fact.ts';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';

const title = (text: string): ViewPart => ({ kind: 'title', text });
const fact = (name: FactName, value: unknown) => ({ kind: 'fact', fact: name, value }) as ViewPart;
const hint = (name: string, value: unknown): ViewPart => ({ kind: 'hint', name, value });
const buttons = (text: string) =>
  [...text.matchAll(/<button[^>]*?(disabled="")?>(.*?)<\/button>/g)].map(
    ([, off, word]) => `${off ? '-' : ''}${word?.replace(/<.*?>/g, '').trim()}`,
  );

test('the items of a button are there while its menu is open', () => {
  const node: ViewNode = {
    tag: 'button',
    id: 'm',
    type: 'DropdownButton',
    events: ['onClick', 'onEdit', 'onOpenChange'],
    parts: [
      title('More'),
      {
        kind: 'options',
        options: [
          { value: 'onEdit', label: 'Edit' },
          { value: 'onDrop', label: 'Drop' },
        ],
        total: 2,
      },
      fact('disabledOptions', ['onDrop']),
      hint('To choose', { event: 'onEdit' }),
    ],
  };
  expect(buttons(html(node))).toEqual(['More', 'More of More ▾']);
  expect(buttons(html({ ...node, attributes: { open: true } }))).toEqual([
    'More',
    'More of More ▾',
    'Edit',
    '-Drop',
  ]);
  expect(buttons(html({ ...node, events: ['onEdit'], attributes: { disabled: true } }))).toEqual(['-More ▾']);
});

test('items of a menu that cause an event are buttons, also those with an address', () => {
  const shown = html({
    tag: 'menu',
    parts: [title('Ann'), fact('chooseItem', { blockId: 'b', event: 'onClick', payload: { key: 'KEY' } })],
    children: [
      { tag: 'link', attributes: { key: 'a', title: 'Out', url: 'https://x.y' } },
      {
        tag: 'menu',
        parts: [title('Others')],
        children: [{ tag: 'link', attributes: { key: 'b', disabled: true } }],
      },
    ],
  });
  expect(buttons(shown)).toEqual(['Out', '-b']);
  expect(shown).toContain('<b>Others</b>');
  expect(shown).not.toContain('href');
});

test('components with buttons of their own have them here, too', () => {
  const page: ViewNode = { tag: 'container', id: 'p', type: 'PageSidebarLayout', events: ['onToggleSider'] };
  expect(buttons(html(page))).toEqual(['Fold the sider']);
  const dark = { ...page, attributes: { folded: true }, actions: ['toggleDarkMode'] };
  expect(buttons(html(dark))).toEqual(['Unfold the sider', 'Light or dark']);
  const popover: ViewNode = { tag: 'container', id: 'o', type: 'Popover', events: ['onOpenChange'] };
  expect(buttons(html(popover))).toEqual(['Open']);
  const menu: ViewNode = { tag: 'container', id: 'm', type: 'DropdownMenu', events: ['onClick'] };
  expect(buttons(html(menu))).toEqual([]);
});

test('rows of a grid have the buttons and links of their cells', () => {
  const shown = html({
    tag: 'display',
    id: 'g',
    type: 'AgGridAlpine',
    events: ['onApprove', 'onCellLink'],
    parts: [
      { kind: 'table', columns: ['Do'], rows: [['Approve'], ['Approve (disabled)']], from: 0, total: 2 },
      fact('rowButtons', { onApprove: 'Approve' }),
      fact('cellLink', { event: 'onCellLink', payload: { index: 0, column: 'name' } }),
    ],
  });
  expect(buttons(shown)).toEqual(['Approve', 'Open', '-Approve', 'Open']);
});

test('steps are buttons only where the app listens', () => {
  const node: ViewNode = {
    tag: 'display',
    id: 's',
    type: 'Steps',
    attributes: { current: 1 },
    children: [
      { tag: 'item', attributes: { index: 0, status: 'finish' }, parts: [title('One')] },
      { tag: 'item', attributes: { index: 1, status: 'process', current: true }, parts: [title('Two')] },
      { tag: 'item', attributes: { index: 2, status: 'wait', disabled: true }, parts: [title('Three')] },
    ],
  };
  expect(buttons(html(node))).toEqual([]);
  expect(html(node)).toContain('aria-current="step"');
  expect(buttons(html({ ...node, events: ['onChange'] }))).toEqual(['One', '-Two', '-Three']);
});

test('a tour has the buttons of its card', () => {
  const node = (at: number, events: string[]): ViewNode => ({
    tag: 'modal',
    id: 't',
    type: 'Tour',
    attributes: { open: true },
    events,
    parts: [title('Look'), fact('tourStep', { at, total: 3 }), fact('nextButton', 'Go on')],
  });
  expect(buttons(html(node(1, ['onChange', 'onClose'])))).toEqual(['Go on', 'Close']);
  expect(buttons(html(node(3, ['onChange', 'onFinish'])))).toEqual(['Previous', 'Go on']);
  expect(html(node(1, []))).not.toContain('Next button');
});

test('a search is a button, or a field with what it found', () => {
  const node: ViewNode = { tag: 'button', id: 'f', type: 'Search', parts: [title('Find')] };
  expect(buttons(html(node))).toEqual(['Find']);
  const open: ViewNode = {
    tag: 'modal',
    id: 'f',
    type: 'Search',
    attributes: { open: true },
    parts: [title('Find'), fact('query', 'pie'), { kind: 'field', name: 'Results', value: 1 }],
    children: [{ tag: 'item', attributes: { index: 0 }, parts: [title('Apple pie')] }],
  };
  expect(buttons(html(open))).toEqual(['Search', 'Apple pie', 'Close']);
  expect(html(open)).toContain('value="pie"');
  const again = hint('To search again', { event: 'onSearch', payload: { recent: 0 } });
  const empty = {
    ...open,
    parts: [title('Find'), fact('recentSearches', ['pie', 'tea']), again],
    children: [],
  };
  expect(buttons(html(empty))).toEqual(['Search', 'pie', 'tea', 'Close']);
  expect(html(empty)).not.toContain('search again');
});

test('a calendar is a day, its entries, and a way to another panel', () => {
  const shown = html({
    tag: 'input',
    id: 'c',
    type: 'Calendar',
    parts: [
      fact('value', '2026-03-12'),
      fact('otherPanel', { event: 'onPanelChange', payload: { mode: 'year' } }),
      { kind: 'table', columns: ['Day', 'Entry'], rows: [['2026-03-10', 'Party']], from: 0, total: 1 },
    ],
  });
  expect(shown).toContain('type="date"');
  expect(buttons(shown)).toContain('Show as year');
  expect(shown).toContain('Party');
});

test('a range is two numbers', () => {
  const shown = html({
    tag: 'input',
    id: 'r',
    type: 'Slider',
    attributes: { range: true },
    parts: [fact('value', [20, 60]), fact('min', 0), fact('max', 100)],
  });
  expect([...shown.matchAll(/type="number"[^>]*value="(\d+)"/g)].map(([, value]) => value)).toEqual([
    '20',
    '60',
  ]);
});

test('limits of an input are those of its field', () => {
  const input = (type: string, parts: ViewPart[]): ViewNode => ({ tag: 'input', id: 'i', type, parts });
  const number = html(
    input('NumberInput', [fact('value', 3), fact('min', 1), fact('max', 9), fact('step', 2)]),
  );
  expect(number).toMatch(/min="1" max="9" step="2"/);
  const text = html(
    input('TextInput', [fact('placeholder', 'Name'), fact('value', null), fact('maxLength', 40)]),
  );
  expect(text).toMatch(/placeholder="Name" maxLength="40"/i);
  expect(text).not.toContain('Maximum length');
});

test('options that are disabled cannot be chosen', () => {
  const options: ViewPart = { kind: 'options', options: [{ value: 'a' }, { value: 'b' }], total: 2 };
  const shown = html({
    tag: 'input',
    id: 'o',
    type: 'Selector',
    parts: [options, fact('value', 'a'), fact('disabledOptions', ['b'])],
  });
  expect(shown).toContain('<option value="1" disabled="">b</option>');
  expect(shown).not.toContain('Disabled options');
});
