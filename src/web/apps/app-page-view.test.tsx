import { expect, test } from 'vitest';
import { pageHtml as html } from '../../../test/fixtures/page-html.tsx';
import type { ViewNode } from '../../view/view-node.ts';

test('values of an app are text, and only addresses of the web are links', () => {
  const evil = '<img src=x onerror=alert(1)>';
  expect(html({ tag: 'display', id: 'a', parts: [{ kind: 'text', text: evil }] })).not.toContain('<img');
  const link = (url: string, disabled = false): ViewNode => ({
    tag: 'link',
    id: 'l',
    attributes: { url, disabled },
  });
  for (const url of ['javascript:alert(1)', 'data:text/html,x', ' javascript:alert(1)', 'java\nscript:x'])
    expect(html(link(url))).not.toContain('href');
  expect(html(link('https://a.example/'))).toContain('href="https://a.example/"');
  expect(html(link('https://a.example/', true))).not.toContain('href');
});

test('a value that is none of the options shown is not shown as none', () => {
  const shown = html({
    tag: 'input',
    id: 's',
    type: 'Selector',
    parts: [
      { kind: 'options', options: [{ value: 1 }], total: 900 },
      { kind: 'fact', fact: 'value', value: 500 },
    ],
  });
  expect(shown).toContain('<option value="elsewhere" selected="">500</option>');
  expect(shown).toContain('The first 1 of 900 choices are shown.');
});

test('keys that do the same in the app stand beside what they do', () => {
  const shown = html({
    tag: 'button',
    id: 'b',
    attributes: { shortcut: 'mod+K' },
    events: ['onClick'],
    parts: [{ kind: 'title', text: 'Find' }],
  });
  expect(shown).toContain('Find <kbd>mod+K</kbd>');
});

test('a code that has expired has a button to refresh it', () => {
  const code: ViewNode = { tag: 'display', id: 'q', type: 'QRCode', attributes: { status: 'expired' } };
  expect(html({ ...code, events: ['onRefresh'] })).toContain('<button type="button">Refresh</button>');
  expect(html(code)).not.toContain('<button');
});
