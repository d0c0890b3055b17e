import { describe, expect, it } from 'vitest';
import { block, render, show } from '../../../test/fixtures/show-block.ts';

describe('menus of Lowdefy 5', () => {
  it('a button with a menu lists its items by their events', () => {
    const items = [
      { title: 'Edit', eventName: 'onEdit' },
      { type: 'divider' },
      { title: 'Delete', eventName: 'onDelete', danger: true, disabled: true, shortcut: 'mod+d' },
      { title: 'Other' },
    ];
    expect(
      show('DropdownButton', {
        properties: { title: 'More', items },
        events: ['onEdit'],
        ui: { open: true },
      }),
    ).toBe(
      [
        '<button id="dropdownButton" type="DropdownButton" open="true" events=[onEdit]>',
        'More',
        'Options: [onEdit (Edit), onDelete (Delete), item-3 (Other)]',
        'Disabled options: ["onDelete"]',
        'Dangerous options: ["onDelete"]',
        'Shortcuts: {"onDelete":"mod+d"}',
        'To choose: {"event":"onEdit"}',
        '</button>',
      ].join('\n'),
    );
  });

  it('invalid items do no harm', () => {
    for (const items of [undefined, 'x', [null, 5, 'text', {}]])
      expect(show('DropdownButton', { properties: { items } })).toContain('dropdownButton');
    for (const links of [undefined, 'x', [null, 5, {}]])
      expect(show('DropdownMenu', { category: 'container', properties: { links } })).toContain(
        'dropdownMenu',
      );
  });

  it('a menu is listed with the blocks that open it, each item with its key', () => {
    const links = [
      { id: 'a', type: 'MenuLink', pageId: 'orders', properties: { title: 'A' } },
      {
        id: 'g',
        type: 'MenuGroup',
        properties: { title: 'G' },
        links: [{ id: 'b', properties: { disabled: true } }],
      },
    ];
    expect(show('DropdownMenu', { category: 'container', properties: { links } })).toBe(
      [
        '<container id="dropdownMenu" type="DropdownMenu">',
        '<menu>',
        'To choose: {"blockId":"dropdownMenu","event":"onClick","payload":{"key":"KEY"}}',
        '<link key="a" title="A" pageId="orders" current="true"></link>',
        '<menu>',
        'G',
        '<link key="b" title="b" disabled="true"></link>',
        '</menu>',
        '</menu>',
        '</container>',
      ].join('\n'),
    );
  });

  it('a button over the page is named by its label', () => {
    const shown = show('FloatButton', { properties: { tooltip: 'Ask us', badge: { count: 3, dot: true } } });
    expect(shown).toContain('Ask us\nCount: 3\nNote: Marked with a dot');
    expect(show('FloatButton', { properties: { description: 'Help', tooltip: 'Ask' } })).toContain(
      'Help\nTooltip: "Ask"',
    );
  });
});

describe('steps', () => {
  const items = [{ title: 'One' }, { title: 'Two', status: 'error' }, { title: 'Three' }];
  const statuses = (text: string) => [...text.matchAll(/status="(\w+)"/g)].map(([, status]) => status);

  it('are done, current or upcoming, unless they say otherwise', () => {
    expect(statuses(show('Steps', { properties: { items }, ui: { current: 2 } }))).toEqual([
      'finish',
      'error',
      'process',
    ]);
    expect(statuses(show('Steps', { properties: { items, status: 'wait' }, ui: { current: 0 } }))).toEqual([
      'wait',
      'error',
      'wait',
    ]);
  });

  it('can start with another number', () => {
    const shown = show('Steps', {
      properties: { items, initial: 3 },
      ui: { current: 3 },
      events: ['onChange'],
    });
    expect(shown).toContain('To choose: {"event":"onChange","payload":{"current":4}}');
    expect(shown).toContain('<item index="5" status="wait">');
  });

  it('a tour shows one card, and none while it is closed', () => {
    const steps = [{ title: 'A', description: 'Look', target: 'name', cover: '/a.png' }, { title: 'B' }];
    const given = { properties: { steps }, ui: { open: true, current: 0 }, events: ['onChange', 'onClose'] };
    expect(show('Tour', given)).toBe(
      [
        '<modal id="tour" type="Tour" open="true" events=[onChange, onClose]>',
        'A',
        'Text: "Look"',
        'Step: "1 of 2"',
        'Points at: "name"',
        'Cover: "/a.png"',
        'To choose: {"event":"onChange","payload":{"current":1}}',
        '</modal>',
      ].join('\n'),
    );
    expect(show('Tour', { ...given, ui: { open: false } })).toBe('');
  });
});

describe('a search', () => {
  it('is a button with its shortcut', () => {
    expect(show('Search', { properties: { label: 'Find', shortcut: 'mod+j' } })).toContain(
      '<button id="search" type="Search" shortcut="mod+j">\nFind',
    );
  });

  it('shows results in the order of its groups', () => {
    const found = {
      query: 'a',
      total: 30,
      results: [
        { title: 'Apple', description: 'red', group: 'Fruit', item: {} },
        { title: 'Ape', group: 'Other', item: {} },
      ],
    };
    const shown = show('Search', { ui: { open: true, found } });
    expect(shown).toContain('Searched for: "a"\nResults: 30\nTo choose: {"event":"onSelect"');
    expect(shown).toContain('**Item 0:**\nApple\nText: "red"\nGroup: "Fruit"');
    expect(shown).toContain('**Item 1:**\nApe\nGroup: "Other"');
  });
});

describe('inputs of Lowdefy 5', () => {
  it('a slider has its limits and marks', () => {
    expect(show('Slider', { category: 'input', value: 30 })).toContain(
      'Current value: 30\nMinimum: 0\nMaximum: 100\nStep: 1',
    );
    const marks = { 0: 'Cold', 50: { label: '<b>Hot</b>' } };
    const shown = show('Slider', { category: 'input', properties: { step: null, marks, range: true } });
    expect(shown).toContain('range="true"');
    expect(shown).toContain('Note: Stands on its marks only\nMarks: {"0":"Cold","50":"Hot"}');
  });

  it('a tree is shown as the paths to its nodes', () => {
    const options = [
      { label: 'Fruit', value: 'f', children: [{ label: '<i>Apple</i>', value: 1, disabled: true }] },
    ];
    const shown = show('TreeSelector', { category: 'input', value: ['f'], properties: { options } });
    expect(shown).toContain('Options: [["f"] (Fruit), [1,"f"] (Fruit / Apple)]\nCurrent value: ["f"]');
    expect(shown).toContain('Disabled options: [[1,"f"]]');
    expect(show('TreeSelector', { category: 'input', properties: { selectable: false } })).toContain(
      'It has no selectable nodes',
    );
  });

  it('a calendar has its day, its month and its entries by day', () => {
    const dateCellData = [
      { date: '2026-05-02', content: 'Holiday' },
      { date: '2026-03-10', content: 'Party', status: 'success' },
      { date: 'no date', content: 'Lost' },
    ];
    const shown = show('Calendar', {
      category: 'input',
      value: new Date(2026, 2, 12, 14, 30),
      properties: { dateCellData },
      ui: { panel: { month: '2026-03', mode: 'month' } },
    });
    expect(shown).toContain('Current value: "2026-03-12"\nShown: "2026-03"');
    expect(shown).toContain('| 2026-03-10 | Party | success |\n| 2026-05-02 | Holiday |  |');
    expect(shown).not.toContain('Lost');
  });

  it('of many entries, those of the current month come first', () => {
    const dateCellData = Array.from({ length: 40 }, (_, i) => ({
      date: `2026-${i < 30 ? '01' : '02'}-${String((i % 28) + 1).padStart(2, '0')}`,
      content: `Entry ${i}`,
    }));
    const ui = { panel: { month: '2026-02', mode: 'month' as const } };
    const shown = show('Calendar', { category: 'input', properties: { dateCellData }, ui });
    expect(shown).toContain('| 2026-02-03 | Entry 30 |');
    expect(shown).not.toContain('2026-01-');
    expect(shown).toContain('More: {"rows":{"blockId":"calendar","from":0,"count":50}}');
  });
});

describe('pages of Lowdefy 5', () => {
  const text = (blockId: string) => [block('Paragraph', { blockId, properties: { content: blockId } })];
  const areas = {
    content: text('middle'),
    siderOpen: text('wide'),
    siderClosed: text('slim'),
    mobileExtra: text('phone'),
    footer: text('end'),
  };
  const page = { category: 'container' as const, areas };

  it('a sidebar shows the area for its current state', () => {
    const open = show('PageSidebarLayout', { ...page, ui: { folded: false } });
    expect([...open.matchAll(/id="(\w+)"/g)].map(([, id]) => id)).toEqual(['wide', 'middle', 'end']);
    expect(show('PageSidebarLayout', { ...page, ui: { folded: true } })).toContain('id="slim"');
  });

  it('notifications and profile are in the header of every page that has them', () => {
    for (const type of ['PageSidebarLayout', 'PageHeaderMenu', 'PageSiderMenu']) {
      const { view } = render([
        block(type, {
          category: 'container',
          properties: { notifications: { count: 0, dot: true }, profile: { avatar: { content: 'AB' } } },
        }),
      ]);
      expect(view.nodes).toEqual([
        {
          tag: 'display',
          parts: [
            { kind: 'title', text: 'Notifications' },
            { kind: 'note', text: 'Marked with a dot' },
          ],
        },
        {
          tag: 'menu',
          parts: [
            { kind: 'title', text: 'Profile' },
            { kind: 'field', name: 'Avatar', value: 'AB' },
          ],
        },
      ]);
    }
  });

  it('the theme can be switched if there is a button for it', () => {
    const given = { ...page, methods: ['toggleDarkMode', 'toggleSiderOpen'] };
    expect(show('PageHeaderMenu', given)).not.toContain('toggleDarkMode');
    expect(show('PageHeaderMenu', { ...given, properties: { darkModeToggle: true } })).toContain(
      'actions=[toggleDarkMode]',
    );
  });
});

it('a masonry list is a list', () => {
  const items = [{ content: [block('TextInput', { blockId: 'm.0.a' })] }];
  expect(show('MasonryList', { category: 'list', items })).toContain(
    '<list id="masonryList" type="MasonryList" items="1">\n**Item 0:**\n<input id="m.0.a"',
  );
});
