import type { Random } from '../../random.mjs';

type Json = Record<string, unknown>;

export interface RandomForm {
  /** The page's configuration. */
  page: Json;
  /** Arguments for the page's tool. */
  args: Json;
  /** What a person who knows the form does for the same, in an order that works. */
  actions: Json[];
  /** An argument that cannot be set; then nothing is submitted. */
  wrong?: string;
}

interface Field {
  /** The key in the arguments. */
  path: string;
  blockId: string;
  value: unknown;
  /** As an argument: a label may stand for a value. */
  given: unknown;
  /** Fields that must be set before. */
  after: string[];
}

interface Kind {
  type: string;
  properties?: Json;
  make(random: Random): { value: unknown; given?: unknown };
}

const OPTIONS = [
  { value: 'r', label: 'Red' },
  { value: 'g', label: 'Green' },
  { value: 'b', label: 'Blue' },
];
const KINDS: Kind[] = [
  { type: 'TextInput', make: (random) => ({ value: random.pick(['ann', 'ben', 'a "b" c', 'ü', '0']) }) },
  { type: 'TextArea', make: (random) => ({ value: random.pick(['one\ntwo', 'three']) }) },
  { type: 'NumberInput', properties: { min: 0 }, make: (random) => ({ value: random.below(50) }) },
  { type: 'Switch', make: () => ({ value: true }) },
  { type: 'DateSelector', make: (random) => ({ value: `2026-0${1 + random.below(9)}-11` }) },
  {
    type: 'Selector',
    properties: { options: OPTIONS },
    make(random) {
      const { value, label } = random.pick(OPTIONS);
      return { value, given: random.chance(0.5) ? label : value };
    },
  },
  {
    type: 'MultipleSelector',
    properties: { options: OPTIONS },
    make: (random) => ({ value: random.chance(0.5) ? ['b', 'r'] : ['g'] }),
  },
];

/** A form with fields of many kinds, some shown by others, lists in lists, events and a message. */
export function randomForm(pageId: string, random: Random): RandomForm {
  const fields: Field[] = [];
  const lists: { blockId: string; path: string; count: number }[] = [];
  const args: Json = {};
  let next = 0;
  let wrong: string | undefined;
  const blocks = blocksIn('', [], 3 + random.below(5), 0);
  const wantsWrong = random.chance(0.2);
  if (wantsWrong) addWrong();
  return {
    page: {
      id: pageId,
      type: 'Box',
      properties: { title: `Form ${pageId}` },
      requests: [SAVE],
      blocks: [...shuffled(blocks), submit()],
    },
    args,
    actions: toActions(),
    ...(wrong !== undefined && { wrong }),
  };

  /** `prefix` is that of a list item as built, `at` the indices of the items that get values. */
  function blocksIn(prefix: string, at: number[][], count: number, depth: number): Json[] {
    return Array.from({ length: count }, () => {
      const id = `f${next++}`;
      if (depth < 2 && random.chance(0.15)) return listOf(prefix, id, at, depth);
      return inputOf(prefix, id, at);
    });
  }

  function inputOf(prefix: string, id: string, at: number[][]): Json {
    const kind = random.pick(KINDS);
    const isPath = prefix === '' && random.chance(0.3);
    const blockId = isPath ? `group.${id}` : `${prefix}${id}`;
    const path = isPath && random.chance(0.5) ? `other.${id}` : blockId;
    const block: Json = {
      id: blockId,
      type: kind.type,
      ...(path !== blockId && { field: path }),
      properties: { title: `Field ${id}`, ...kind.properties },
    };
    const shownBy = prefix === '' && random.chance(0.35) ? random.pick(fields.filter(isPlain)) : undefined;
    if (shownBy) block.visible = { _eq: [{ _state: shownBy.blockId }, shownBy.value] };
    if (random.chance(0.3))
      block.events = {
        onChange: [
          {
            id: 'count',
            type: 'SetState',
            params: { changes: { _sum: [{ _if_none: [{ _state: 'changes' }, 0] }, 1] } },
          },
        ],
      };
    if (!shownBy && random.chance(0.3)) block.required = true;
    else if (random.chance(0.2)) return block;
    for (const indices of prefix === '' ? [[]] : at) {
      const { value, given = value } = kind.make(random);
      const after = shownBy ? [shownBy.blockId] : [];
      fields.push({ path: place(path, indices), blockId: place(blockId, indices), value, given, after });
      put(args, place(path, indices), given);
    }
    return block;
  }

  function listOf(prefix: string, id: string, at: number[][], depth: number): Json {
    const blockId = `${prefix}${id}`;
    const inside: number[][] = [];
    for (const indices of prefix === '' ? [[]] : at) {
      const count = random.below(4);
      lists.push({ blockId: place(blockId, indices), path: place(blockId, indices), count });
      put(
        args,
        place(blockId, indices),
        Array.from({ length: count }, () => ({})),
      );
      for (let index = 0; index < count; index++) inside.push([...indices, index]);
    }
    return {
      id: blockId,
      type: 'ControlledList',
      blocks: blocksIn(`${blockId}.$.`, inside, 1 + random.below(3), depth + 1),
    };
  }

  /** A value for a field that is never shown, or an option that does not exist. */
  function addWrong(): void {
    const id = `wrong${next++}`;
    const block: Json = random.chance(0.5)
      ? { id, type: 'TextInput', visible: { _eq: [{ _state: 'nothing' }, 'ever'] } }
      : { id, type: 'Selector', properties: { options: OPTIONS } };
    blocks.push(block);
    args[id] = 'none of them';
    wrong = id;
  }

  function toActions(): Json[] {
    const actions: Json[] = [];
    for (const { blockId, count } of lists)
      for (let n = 0; n < count; n++)
        actions.push({ type: 'callMethod', blockId, method: 'pushItem', args: [] });
    const done = new Set<string>();
    let left = [...fields];
    while (left.length > 0) {
      const ready = left.filter(({ after }) => after.every((id) => done.has(id)));
      for (const { blockId, value } of ready) {
        actions.push({ type: 'setValue', blockId, value });
        done.add(blockId);
      }
      left = left.filter((field) => !ready.includes(field));
    }
    return [...actions, { type: 'triggerEvent', blockId: 'submit', event: 'onClick' }];
  }

  function submit(): Json {
    const content = { '_string.concat': ['Saved ', { _if_none: [{ _state: 'f0' }, 'nothing'] }] };
    const tell = { id: 'tell', type: 'DisplayMessage', params: { content } };
    const then = random.pick([
      [],
      [{ id: 'reset', type: 'Reset' }],
      [{ id: 'go', type: 'Link', params: 'done' }],
    ]);
    return {
      id: 'submit',
      type: 'Button',
      events: {
        onClick: [
          { id: 'validate', type: 'Validate' },
          { id: 'save', type: 'Request', params: 'save' },
          tell,
          ...then,
        ],
      },
    };
  }

  function shuffled(all: Json[]): Json[] {
    const rest = [...all];
    const mixed: Json[] = [];
    while (rest.length > 0) mixed.push(...rest.splice(random.below(rest.length), 1));
    return mixed;
  }
}

const SAVE = {
  id: 'save',
  type: 'KnexRaw',
  connectionId: 'db',
  payload: { data: { _state: true } },
  properties: {
    query: 'insert into entries (data) values (:data)',
    parameters: { data: { '_json.stringify': { on: { _payload: 'data' } } } },
  },
};

function isPlain({ value, blockId }: Field): boolean {
  return (
    (typeof value === 'string' || typeof value === 'number') &&
    !/\.\d/.test(blockId) &&
    !/^\d{4}-/.test(String(value))
  );
}

function place(path: string, indices: readonly number[]): string {
  let next = 0;
  return path.replace(/\$/g, () => String(indices[next++]));
}

function put(root: Json, path: string, value: unknown): void {
  const parts = path.split('.');
  let here: Json = root;
  for (const part of parts.slice(0, -1)) {
    here[part] ??= {};
    here = here[part] as Json;
  }
  here[parts.at(-1) ?? ''] = value;
}
