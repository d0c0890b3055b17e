const click = (block) => ({ do: 'click', block });
const check = (option) => ({ do: 'check', block: 'size', option });
const mark = (block, text, value) => ({ do: 'mark', block, text, value });
const step = (index) => ({ do: 'step', block: 'wizard', index });
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
].map((scenario) => ({ app: 'five', needs: 'SegmentedSelector', ...scenario }));
