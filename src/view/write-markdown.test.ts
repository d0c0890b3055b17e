import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import type { PageView, ViewNode, ViewPart } from './view-node.ts';
import { writeMarkdown } from './write-markdown.ts';

const page: PageView = {
  title: 'Create Invoice',
  pageId: 'create_invoice',
  nodes: [
    {
      tag: 'input',
      id: 'customer_name',
      type: 'TextInput',
      attributes: { required: true, disabled: false, hint: undefined },
      events: ['onChange'],
      parts: [
        { kind: 'title', text: 'Customer Name' },
        { kind: 'field', name: 'Current value', value: 'Acme' },
        { kind: 'error', text: 'Too short' },
      ],
    },
    {
      tag: 'input',
      id: 'status',
      type: 'Selector',
      parts: [
        { kind: 'title', text: 'Status: now' },
        { kind: 'options', options: [{ value: 'draft', label: 'Draft' }, { value: 2 }], total: 7 },
        { kind: 'field', name: 'Current value', value: null },
      ],
    },
    {
      tag: 'list',
      id: 'lines',
      type: 'ControlledList',
      attributes: { items: 2 },
      actions: ['pushItem', 'removeItem'],
      children: [0, 1].map((index) => ({
        tag: 'item',
        attributes: { index },
        children: [{ tag: 'input', id: `lines.${index}.sku`, parts: [{ kind: 'title', text: 'SKU' }] }],
      })),
    },
    {
      tag: 'tabs',
      id: 'tabs',
      attributes: { active: 'details' },
      children: [
        {
          tag: 'tab',
          attributes: { key: 'details', title: 'Details', active: true },
          children: [{ tag: 'display', id: 'note', parts: [{ kind: 'text', text: 'one\n``` two' }] }],
        },
        { tag: 'tab', attributes: { key: 'notes', title: 'Notes' } },
      ],
    },
    {
      tag: 'display',
      id: 'orders',
      type: 'AgGridAlpine',
      parts: [
        { kind: 'table', columns: ['Name', 'Amount'], rows: [['a|b <i>', '-15.5']], from: 10, total: 53 },
      ],
    },
    { tag: 'button', id: 'save', events: ['onClick'], parts: [{ kind: 'title', text: 'Save' }] },
  ],
};

describe('the written form', () => {
  it('with tags', () => {
    expect(writeMarkdown(page)).toBe(
      [
        '# Create Invoice',
        'Page: create_invoice',
        '',
        '<input id="customer_name" type="TextInput" required="true" events=[onChange]>',
        'Customer Name',
        'Current value: "Acme"',
        'Error: Too short',
        '</input>',
        '',
        '<input id="status" type="Selector">',
        '"Status: now"',
        'Options (2 of 7): [draft (Draft), 2]',
        'Current value: null',
        '</input>',
        '',
        '<list id="lines" type="ControlledList" items="2" actions=[pushItem, removeItem]>',
        '**Item 0:**',
        '<input id="lines.0.sku">',
        'SKU',
        '</input>',
        '',
        '**Item 1:**',
        '<input id="lines.1.sku">',
        'SKU',
        '</input>',
        '</list>',
        '',
        '<tabs id="tabs" active="details" tabs=[details, notes]>',
        '<tab key="details" title="Details" active="true">',
        '<display id="note">',
        '````note_value',
        'one',
        '``` two',
        '````',
        '</display>',
        '</tab>',
        '<tab key="notes" title="Notes"></tab>',
        '</tabs>',
        '',
        '<display id="orders" type="AgGridAlpine">',
        '| Name | Amount |',
        '| --- | --- |',
        '| "a\\u007cb \\u003ci\\u003e" | -15.5 |',
        'Rows 10–10 of 53',
        '</display>',
        '',
        '<button id="save" events=[onClick]>',
        'Save',
        '</button>',
      ].join('\n'),
    );
  });

  it('compact', () => {
    expect(writeMarkdown(page, { format: 'compact' })).toBe(
      [
        '# Create Invoice',
        'Page: create_invoice',
        '',
        'customer_name "Customer Name" = "Acme" Error:"Too short" required events:onChange',
        'status Selector "Status: now" Options(2/7):[draft (Draft), 2] = null',
        'list lines ControlledList items:2 actions:pushItem,removeItem {',
        '  item - index:0 {',
        '    lines.0.sku type:- "SKU"',
        '  }',
        '  item - index:1 {',
        '    lines.1.sku type:- "SKU"',
        '  }',
        '}',
        'tabs "tabs" active:details {',
        '  tab - key:details title:Details active {',
        '    display note Text:"one\\n\\u0060\\u0060\\u0060 two"',
        '  }',
        '  tab - key:notes title:Notes',
        '}',
        'display orders AgGridAlpine Table(10/53):(Name|Amount)("a|b \\u003ci\\u003e"|-15.5)',
        'button save "Save"',
      ].join('\n'),
    );
  });

  it.each(['Customer Name', 'Amount (incl. VAT), 15%', 'Größe 漢字', '2 items', 'a-b_c/d'])(
    'has %j bare',
    (title) => {
      expect(writeMarkdown({ title, pageId: 'p', nodes: [] })).toBe(`# ${title}\nPage: p`);
    },
  );

  it.each([
    '',
    ' a',
    'a ',
    '# a',
    '* a',
    '- a',
    '1. a',
    '1) a',
    'a: b',
    'Item 0:',
    "it's",
    'a "b"',
    '[a]',
    'a|b',
    'a=b',
    'a\u00a0b',
    'a\u200bb',
    '\u3164',
    'x'.repeat(201),
  ])('has %j in quotes', (title) => {
    expect(writeMarkdown({ title, pageId: 'p', nodes: [] })).toMatch(/^# ".*"\nPage: p$/);
  });

  it('writes a date as ISO and says when a value has no JSON', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const parts: ViewPart[] = [
      { kind: 'field', name: 'Day', value: new Date(0) },
      { kind: 'field', name: 'Cycle', value: cycle },
    ];
    const text = writeMarkdown({ title: 'T', pageId: 'p', nodes: [{ tag: 'display', id: 'd', parts }] });
    expect(text).toContain('Day: "1970-01-01T00:00:00.000Z"\nCycle: "(cannot be written as JSON)"');
  });
});

describe('a long page', () => {
  const long = 'x'.repeat(10_000);
  const input = (id: string): ViewNode => ({ tag: 'input', id, parts: [{ kind: 'title', text: 'A title' }] });

  it('has long texts, tables and options cut, with their length said', () => {
    const rows = Array.from({ length: 900 }, (_, i) => [`row ${i}`]);
    const parts: ViewPart[] = [
      { kind: 'field', name: 'Current value', value: long },
      { kind: 'field', name: 'List', value: [long] },
      { kind: 'text', text: `${long}\n` },
      { kind: 'table', columns: ['A'], rows, from: 0, total: 900 },
      { kind: 'options', options: rows.map(([value]) => ({ value })), total: 900 },
    ];
    for (const [i, part] of parts.entries()) {
      const nodes: ViewNode[] = [{ tag: 'display', id: 'd', parts: [part] }];
      for (const format of ['tags', 'compact'] as const) {
        const text = writeMarkdown({ title: 'T', pageId: 'p', nodes }, { maxCharacters: 4000, format });
        expect(text.length).toBeLessThan(1500);
        if (i < 3) expect(text).toMatch(/… cut, 10,00\d characters (of JSON )?in all/);
      }
    }
    const text = writeMarkdown(
      { title: 'T', pageId: 'p', nodes: [{ tag: 'display', id: 'd', parts: parts.slice(3) }] },
      { maxCharacters: 4000 },
    );
    expect(text).toMatch(/Rows 0–\d+ of 900\nOptions \(\d+ of 900\)/);
  });

  it('never cuts a pair of surrogates in two', () => {
    const nodes: ViewNode[] = [
      { tag: 'display', id: 'd', parts: [{ kind: 'text', text: '😀'.repeat(5000) }] },
    ];
    expect(writeMarkdown({ title: 'T', pageId: 'p', nodes }, { maxCharacters: 3001 })).not.toContain(
      '\\ud83d',
    );
  });

  it.each(['tags', 'compact'] as const)('is cut between blocks, every block closed (%s)', (format) => {
    const children = Array.from({ length: 100 }, (_, i) => input(`b${i}`));
    const nodes: ViewNode[] = [{ tag: 'container', id: 'box', children }, input('last')];
    const text = writeMarkdown({ title: 'T', pageId: 'p', nodes }, { format, maxCharacters: 1500 });
    expect(text.length).toBeLessThan(1500);
    const cut = /\n\n… cut, (\d+) more blocks are left out, from b(\d+) on\. To see them: .*"rows"/.exec(
      text,
    );
    expect(Number(cut?.[1])).toBe(101 - Number(cut?.[2]));
    expect(text.includes('format "compact"')).toBe(format === 'tags');
    const kept = parseMarkdown(text.slice(0, cut?.index), format);
    expect(kept.nodes[0]?.children).toHaveLength(Number(cut?.[2]));
  });

  it('writes large pages before the test times out, where quadratic work would take minutes', () => {
    const wide = Array.from({ length: 20_000 }, (_, i) => input(`b${i}`));
    const megabyte = 'a`<\u202e\n'.repeat(200_000);
    const nodes = [...wide, { ...input('big'), parts: [{ kind: 'text' as const, text: megabyte }] }];
    for (const format of ['tags', 'compact'] as const) {
      writeMarkdown({ title: 'T', pageId: 'p', nodes }, { format });
      writeMarkdown({ title: 'T', pageId: 'p', nodes }, { format, maxCharacters: 20_000 });
    }
  });
});
