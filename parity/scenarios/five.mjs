const click = (block) => ({ do: 'click', block });
const check = (option) => ({ do: 'check', block: 'size', option });
const mark = (block, text, value) => ({ do: 'mark', block, text, value });
const step = (index) => ({ do: 'step', block: 'wizard', index });
const find = (text, block = 'find') => ({ do: 'find', block, text });
const result = (index, block = 'find') => ({ do: 'result', block, index });
const recent = (index, block = 'find') => ({ do: 'recent', block, index });
const node = (...path) => ({ do: 'node', block: 'tree', path });
const day = (date) => ({ do: 'day', block: 'days', date });
const card = (button) => ({ do: 'card', block: 'tour', button });
const item = (title, event) => ({ do: 'item', block: 'more', title, event });

/** Blocks that Lowdefy has since 5. */
export const scenarios = [
  {
    name: 'segments and sliders',
    pageId: 'choices',
    steps: [
      check('S'),
      check('Two'),
      check('Two'),
      check('L'),
      mark('volume', 'five', 5),
      mark('volume', 'loud', 9),
      mark('marks', 'B', 26),
      { do: 'restart' },
      check('S'),
      click('forget'),
    ],
  },
  {
    name: 'steps and buttons with menus',
    pageId: 'choices',
    steps: [
      step(0),
      step(0),
      step(2),
      step(3),
      click('third'),
      click('set_step'),
      step(1),
      item('Edit', 'onEdit'),
      item('Delete', 'onDelete'),
      click('help'),
      { do: 'restart' },
      step(3),
    ],
  },
  {
    name: 'nodes of a tree and days of a calendar',
    pageId: 'choices',
    steps: [
      node('Fruit'),
      node('Fruit', 'Apple'),
      node('Fruit', 'Pear'),
      day('2026-03-12'),
      day('2026-03-12'),
      day('2026-03-15'),
      day('2026-04-02'),
      { do: 'restart' },
      day('2026-04-20'),
      node('Fruit', 'Other'),
    ],
  },
  {
    name: 'a tour',
    pageId: 'choices',
    steps: [
      card('next'),
      click('start_tour'),
      card('next'),
      card('previous'),
      card('next'),
      { do: 'restart' },
      card('next'),
      card('finish'),
      click('start_tour'),
      card('close'),
    ],
  },
  {
    name: 'searches, and recent ones',
    pageId: 'choices',
    steps: [
      find('apple'),
      find('juice'),
      result(0),
      find('pie'),
      result(0),
      recent(1),
      result(0),
      recent(0),
      result(0),
      { do: 'goto', pageId: 'searches' },
      recent(1, 'two'),
      result(0, 'two'),
      find('cheese', 'two'),
      { do: 'restart' },
      result(0, 'two'),
      recent(1, 'two'),
      result(0, 'two'),
      recent(0, 'same'),
      result(0, 'same'),
      { do: 'goto', pageId: 'choices' },
      { do: 'goto', pageId: 'searches' },
      recent(0, 'same'),
      result(0, 'same'),
    ],
  },
].map((scenario) => ({ app: 'five', needs: 'SegmentedSelector', ...scenario }));
