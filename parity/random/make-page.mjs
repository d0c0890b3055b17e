import { makeEvent } from './make-actions.mjs';
import { BLOCKS } from './make-blocks.mjs';
import { makeCondition } from './make-condition.mjs';
import { createRandom } from './random.mjs';

const CONTAINERS = [
  'Box',
  'Card',
  'Label',
  'Tabs',
  'Collapse',
  'Modal',
  'Drawer',
  'ConfirmModal',
  'ControlledList',
];
const MORE_CONTAINERS = [
  'List',
  'TimelineList',
  'Content',
  'Layout',
  'Header',
  'Footer',
  'Sider',
  'Affix',
  'Badge',
  'Tooltip',
  'Span',
  'Carousel',
];
const INPUTS = toKinds(Object.keys(BLOCKS).filter((type) => BLOCKS[type].input));
const OTHERS = toKinds(
  Object.keys(BLOCKS).filter(
    (type) => !BLOCKS[type].input && !CONTAINERS.includes(type) && !MORE_CONTAINERS.includes(type),
  ),
);

/** Types that differ only in their looks are one kind. */
function toKinds(types) {
  const kinds = new Map();
  for (const type of types) {
    const [kind] = /^(AgGridInput|AgGrid|Skeleton)/.exec(type) ?? [type];
    kinds.set(kind, [...(kinds.get(kind) ?? []), type]);
  }
  return [...kinds.values()];
}

/** A small page of blocks of all types, with events and conditions; the same for the same seed. */
export function makePage(seed) {
  const random = createRandom(seed);
  const page = {
    random,
    pageId: `p${seed}`,
    /** What steps and actions can be about: `{ id, type, block }`, ids with `$` for the items of lists. */
    blocks: [],
    count: 0,
  };
  const blocks = makeArea(page, { depth: 0, size: 4 + random.below(5), prefix: '' });
  // There is always something to click, or little would happen.
  for (let i = 0; i < 2; i++) blocks.push(makeBlock(page, 'Button', { depth: 0, prefix: '' }));
  for (const known of page.blocks) addConditions(page, known);
  const events = {};
  if (random.chance(0.4)) events.onInit = makeEvent(page, { own: undefined, most: 2, isInit: true });
  if (random.chance(0.1)) events.onInitAsync = makeEvent(page, { own: undefined, most: 1, isInit: true });
  if (random.chance(0.4)) events.onMount = makeEvent(page, { own: undefined, most: 2 });
  // The last that mounts: what it waits for comes after all the others.
  if (random.chance(0.25))
    events.onMountAsync = [{ id: 'load', type: 'Request', params: random.pick(['rows', 'wrong']) }];
  const config = {
    id: page.pageId,
    type: random.pick(['Box', 'PageHeaderMenu', 'Box', 'PageSiderMenu']),
    events,
    requests: [
      {
        id: 'rows',
        type: 'KnexRaw',
        connectionId: 'db',
        properties: { query: 'select id, word from words order by id' },
      },
      {
        id: 'add',
        type: 'KnexRaw',
        connectionId: 'db',
        payload: { word: { '_json.stringify': { _state: true } } },
        properties: {
          query: 'insert into words (word) values (substr(:word, 1, 60))',
          parameters: { _payload: true },
        },
      },
      { id: 'wrong', type: 'KnexRaw', connectionId: 'db', properties: { query: 'select * from nothing' } },
    ],
    blocks,
  };
  return { config, blocks: page.blocks, random };
}

function makeArea(page, { depth, size, prefix }) {
  return Array.from({ length: size }, () => makeBlock(page, pickType(page, depth), { depth, prefix }));
}

function pickType({ random }, depth) {
  const roll = random.below(100);
  const inner = depth === 0 ? 1 : 0.5;
  if (depth < 2 && roll < 28 * inner) return random.pick(CONTAINERS);
  if (depth < 2 && roll < 34 * inner) return random.pick(MORE_CONTAINERS);
  if (roll < 70) return random.pick(random.pick(INPUTS));
  if (roll < 77) return 'Button';
  return random.pick(random.pick(OTHERS));
}

function makeBlock(page, type, { depth, prefix }) {
  const { random } = page;
  const number = page.count++;
  // Some share a path of the state.
  const id = `${prefix}${random.chance(0.15) && BLOCKS[type].input ? 'deep.' : ''}b${number}`;
  const block = { id, type, properties: BLOCKS[type].properties?.(random, id) ?? {} };
  page.blocks.push({ id, type, block, depth });
  const area = (size = 1 + random.below(2)) => makeArea(page, { depth: depth + 1, size, prefix });
  if (BLOCKS[type].list)
    block.blocks = makeArea(page, { depth: depth + 1, size: 1 + random.below(2), prefix: `${id}.$.` });
  else if (type === 'Carousel')
    block.areas = Object.fromEntries(['one', 'two'].map((key) => [key, { blocks: [slideOf(page, prefix)] }]));
  else if (type === 'Tabs' || type === 'Collapse') {
    const panels = ['one', 'two', 'three'].map((key, i) => ({
      key,
      title: `Panel ${key}`,
      ...(i === 2 && { disabled: true }),
    }));
    block.properties[type === 'Tabs' ? 'tabs' : 'panels'] = panels;
    block.areas = Object.fromEntries(panels.map(({ key }) => [key, { blocks: area(1 + random.below(2)) }]));
  } else if (BLOCKS[type].holds) block.blocks = area();
  return block;
}

function addConditions(page, { id, type, block, depth }) {
  const { random } = page;
  const on = () => {
    const switches = page.blocks.filter((one) => isSteering(one) && one.id !== id);
    const key =
      switches.length > 0 && random.chance(0.7) ? random.pick(switches).id : random.pick(['n', 'm']);
    return makeCondition(page, key);
  };
  const about = BLOCKS[type];
  if (random.chance(0.2) && !isSteering({ type, depth })) block.visible = on();
  if ((about.input || type === 'Button') && random.chance(0.1)) block.properties.disabled = on();
  if (about.input && about.rules !== false && random.chance(0.2))
    block.required = random.pick([true, 'Needed.', on()]);
  if (about.input && about.rules !== false && random.chance(0.15))
    block.validate = [
      {
        status: random.pick(['error', 'warning']),
        message: `Rule of ${id}.`,
        pass: { _ne: [{ _state: id }, random.pick(about.values ?? ['x'])] },
      },
    ];
  const events = {};
  for (const name of about.events ?? [])
    if (type === 'Button' || (random.chance(0.35) && !(about.clickable && holdsRange(block))))
      events[name] = makeEvent(page, {
        own: id,
        most: type === 'Button' ? 3 : 2,
        canWait: name === 'onChange' && about.input,
        // Typing into it also searches, and what waits comes after that.
        isTyped: type === 'AutoComplete',
        // Who comes to a field, or leaves it, finds it where it was.
        isInit: name === 'onFocus' || name === 'onBlur',
      });
  if (random.chance(depth === 0 ? 0.15 : 0.25))
    events.onMount = makeEvent(page, { own: id, most: 2, isMount: true });
  if (random.chance(0.05)) events.onMountAsync = makeEvent(page, { own: id, most: 1, isMount: true });
  if (Object.keys(events).length > 0) block.events = events;
}

/** Others may show or hide by it; what hid itself would flicker, in the client too. */
function isSteering({ type, depth }) {
  return depth === 0 && (type === 'Switch' || type === 'CheckboxSwitch');
}

/** Its two days are picked with clicks, and how many is nobody's matter. */
function holdsRange({ type, blocks = [], areas = {} }) {
  const inside = [...blocks, ...Object.values(areas).flatMap((area) => area.blocks)];
  return type === 'DateRangeSelector' || inside.some(holdsRange);
}

/** Only to look at: the client draws every slide several times, and mounts what is in it as often. */
function slideOf(page, prefix) {
  const id = `${prefix}slide${page.count++}`;
  return { id, type: 'Paragraph', properties: { content: `Slide ${id.replaceAll('$', 'n')}` } };
}
