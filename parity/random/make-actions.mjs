import { BLOCKS } from './make-blocks.mjs';
import { makeCondition } from './make-condition.mjs';

/** What an event of the block `own` does: a chain of actions, sometimes with one for when it fails. */
export function makeEvent(page, options) {
  const { random } = page;
  const actions = makeActions(page, options);
  if (options.canWait && random.chance(0.15) && !options.isTyped)
    return { debounce: { ms: 60 }, try: actions };
  if (!random.chance(0.1)) return actions;
  return { try: actions, catch: makeActions(page, { ...options, most: 1, prefix: 'c' }) };
}

/** A chain of actions for an event of the block `own`. */
function makeActions(page, { own, most, isInit = false, isMount = false, prefix = 'a' }) {
  const { random } = page;
  const count = 1 + random.below(most);
  return Array.from({ length: count }, (_, i) => ({
    id: `${prefix}${i}`,
    ...makeAction(page, own, { isInit, isMount }),
    ...(random.chance(0.12) && { skip: makeCondition(page, random.pick(['n', 'm'])) }),
    ...(random.chance(0.06) && { messages: { success: 'Went well.', error: 'Went wrong.' } }),
  }));
}

/** Blocks of these types that can be named from here: outside of lists, or in the same item. */
function others(page, own, wanted) {
  const list = own?.includes('$') ? own.slice(0, own.lastIndexOf('$')) : undefined;
  return page.blocks.filter(
    ({ id, type }) =>
      wanted(type) &&
      (!id.includes('$') || (list !== undefined && id.startsWith(list) && count(id) === count(own))),
  );
}

const count = (id) => id.split('$').length;

const STANDING_STILL = new Set([
  'Modal',
  'Drawer',
  'ConfirmModal',
  'Message',
  'Notification',
  'Tabs',
  'NumberInput',
  'TitleInput',
  'ParagraphInput',
]);

function makeAction(page, own, { isInit, isMount }) {
  const { random } = page;
  const makers = [counting, counting, setting, setting, copying, telling];
  if (!isInit) makers.push(validating, throwing, global);
  const type = page.blocks.find((one) => one.id === own)?.type;
  // What opens when it opens, or closes, would never come to an end; and a number field that loses the focus to what its own
  // change opened goes on showing its old number, a text that is edited in place its old text.
  if (!isInit && !STANDING_STILL.has(type)) makers.push(calling, calling);
  // Not while mounting: events that wait for something beside each other end in any order, in the client too.
  if (type === 'Button' && !isMount)
    makers.push(requesting, requesting, linking, leaving, waiting, resetting, nesting);
  return random.pick(makers)(page, own, { isMount });
}

function counting({ random }) {
  const key = random.pick(['count', 'other']);
  return { type: 'SetState', params: { [key]: { _sum: [{ _if_none: [{ _state: key }, 0] }, 1] } } };
}

function setting(page, own) {
  const { random } = page;
  // Not its own: the client's selectors go on showing what was chosen when the app takes it back at once.
  const targets = others(page, own, (type) => BLOCKS[type].input && BLOCKS[type].values).filter(
    ({ id }) => id !== own,
  );
  if (targets.length === 0 || random.chance(0.25))
    return { type: 'SetState', params: { [random.pick(['n', 'm'])]: random.pick([true, false, null, 'x']) } };
  const { id, type } = random.pick(targets);
  return {
    type: 'SetState',
    params: {
      [id]: random.chance(0.2) && !BLOCKS[type].isNeverNull ? null : random.pick(BLOCKS[type].values),
    },
  };
}

function copying(page, own) {
  const from = others(page, own, (type) => BLOCKS[type].input);
  const key = from.length > 0 ? page.random.pick(from).id : 'count';
  const { random } = page;
  const what = random.pick([
    { _state: key },
    { _state: key },
    { _event: true },
    { _if_none: [{ _actions: 'a0.error' }, 'none'] },
    { _type: { type: 'none', on: { _state: key } } },
    ...(own?.includes('$') ? [{ _index: 0 }] : []),
  ]);
  return { type: 'SetState', params: { copied: what } };
}

const nesting = ({ random }) => ({
  type: 'SetState',
  params: { 'deep.inside': { list: [random.below(3), { _state: 'count' }] } },
});

/** To the page that all made-up apps have. */
const leaving = ({ random }) => ({
  type: 'Link',
  params: random.chance(0.5) ? 'other' : { pageId: 'other', urlQuery: { from: random.below(3) } },
});

function telling({ random }) {
  return { type: 'DisplayMessage', params: { content: random.pick(['Said.', 'Told.']), duration: 1 } };
}

function calling(page, own, { isMount }) {
  const { random } = page;
  // An item that adds an item when it mounts would never come to an end; and a carousel that is turned before it
  // is drawn turns twice at a time.
  const isFit = (type) => !isMount || (!BLOCKS[type].list && type !== 'Carousel');
  const targets = others(page, own, (type) => BLOCKS[type].methods && isFit(type));
  if (targets.length === 0) return counting(page);
  const { id, type } = random.pick(targets);
  // What closes in the moment in which it opens forgets what is in it, in the client.
  const methods = BLOCKS[type].methods.filter(([name]) => !(isMount && name === 'toggleOpen'));
  const [method, ...args] = random.pick(methods);
  return { type: 'CallMethod', params: { blockId: id, method, args } };
}

function validating(page, own) {
  const fields = others(page, own, (type) => BLOCKS[type].input);
  const all = page.random.chance(0.6) || fields.length === 0;
  return {
    type: page.random.pick(['Validate', 'Validate', 'ResetValidation']),
    ...(!all && { params: page.random.pick(fields).id }),
  };
}

const resetting = () => ({ type: 'Reset' });

function throwing({ random }) {
  return {
    type: 'Throw',
    params: { throw: { _eq: [{ _state: random.pick(['n', 'm']) }, true] }, message: 'Thrown.' },
  };
}

/** Long enough for a slow machine to draw what came before, which is what a person would see. */
const waiting = () => ({ type: 'Wait', params: { ms: 250 } });

function global({ random }) {
  return { type: 'SetGlobal', params: { [random.pick(['g', 'h'])]: random.below(4) } };
}

function requesting({ random }) {
  return { type: 'Request', params: random.pick(['rows', 'rows', 'add', 'wrong']) };
}

function linking(page) {
  return {
    type: 'Link',
    params: {
      pageId: page.pageId,
      urlQuery: { q: page.random.below(3) },
      input: { i: page.random.below(3) },
    },
  };
}
