import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

/** A small generator that gives the same numbers each time, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const APP = `
Node = session:prototype("Node", { name = "n", n = 0 })
Leaf = session:prototype("Leaf", { name = "leaf", n = 0 })
function Node:label() return self.name .. ":" .. self.n end
function Leaf:label() return self.name .. "=" .. self.n end
function Node:pick() return { self.n, { self.name } } end
function Leaf:pick() return {} end
function make(kind, n) local o = (kind == 1 and Node or Leaf):new({ n = n }) o.list = {} return o end
nodes = {}
for i = 1, 6 do nodes[i] = make(1, i) end
root = nodes[1]
session:createAppVariable(root)
`;

const PATHS = [
  'name',
  'n',
  'label()',
  'pick()',
  'kid',
  'kid.name',
  'kid.kid.n',
  'list',
  'list.0',
  'list.1.name',
  'flag',
];

/** The same paths by another way: plainly, from the root, without remembering anything. */
const NAIVE = `
local function value(path)
  local at = mcp
  for step in path:gmatch("[^.]+") do
    if type(at) ~= "table" then return nil end
    local method = step:match("^(%w+)%(%)$")
    if method then at = at[method](at)
    elseif step:match("^%d+$") then at = at[tonumber(step) + 1]
    else at = at[step] end
  end
  return at
end
return value
`;

const EDITS = [
  (r: (n: number) => number) => `nodes[${1 + r(6)}].name = "${'xyz'[r(3)]}"`,
  (r: (n: number) => number) => `nodes[${1 + r(6)}].n = ${r(3)}`,
  (r: (n: number) => number) => `nodes[${1 + r(6)}].kid = nodes[${1 + r(6)}]`,
  (r: (n: number) => number) => `nodes[${1 + r(6)}].kid = nil`,
  (r: (n: number) => number) => `table.insert(nodes[${1 + r(6)}].list, nodes[${1 + r(6)}])`,
  (r: (n: number) => number) => `table.insert(nodes[${1 + r(6)}].list, 1, ${r(3)})`,
  (r: (n: number) => number) => `table.remove(nodes[${1 + r(6)}].list)`,
  (r: (n: number) => number) => `nodes[${1 + r(6)}].list = {}`,
  (r: (n: number) => number) => `nodes[${1 + r(6)}].flag = ${['true', 'false', 'nil', '0/0', '""'][r(5)]}`,
  (r: (n: number) => number) => `mcp.value = nodes[${1 + r(6)}]`,
];

/** What a value looks like on the page, with objects named by what they are instead of a number. */
const SHOW = `
local function show(v)
  if type(v) ~= "table" then if v ~= v then return nil end return v end
  if type(v.type) == "string" then return "object " .. tostring(order[v]) end
  local r = {} for i = 1, #v do r[i] = show(v[i]) end return r
end
`;

test.each([1, 2, 3, 4])('random edits and a naive evaluation agree (%i)', async (seed) => {
  const random = randomFrom(seed);
  const session = await openSession();
  await session.run(APP);
  await session.run(
    `order = {} for i, n in ipairs(nodes) do order[n] = i end naive = (function() ${NAIVE} end)() ${SHOW} shown = show`,
  );
  const page = await session.page();
  const ids = new Map<number, string>();
  // Objects by the reference that the page has for them.
  const names = new Map<number, string>();
  for (let i = 1; i <= 6; i++) {
    const id = await page.create(1, `value`);
    await session.run(`mcp.value = nodes[${i}]`);
    names.set((page.values.get(id) as { obj: number }).obj, `object ${i}`);
    await page.send([{ type: 'destroy', data: { varId: id } }]);
  }
  await session.run('mcp.value = nodes[1]');
  const translate = (v: unknown): unknown => {
    if (Array.isArray(v)) return v.map(translate);
    return v !== null && typeof v === 'object' && 'obj' in v ? names.get(v.obj as number) : v;
  };
  for (let round = 0; round < 60; round++) {
    const choice = random(4);
    const known = [...ids.keys()];
    if (choice === 0 || known.length < 5) {
      const parent = known.length > 0 && random(2) === 0 ? known[random(known.length)] : undefined;
      const step = PATHS[random(PATHS.length)] ?? 'name';
      const path = parent === undefined ? `value.${step}` : step;
      const id = await page.create(parent ?? 1, path, random(5) === 0 ? { priority: 'high' } : {});
      ids.set(id, parent === undefined ? path : `${ids.get(parent)}.${path}`);
    } else if (choice === 1 && random(4) === 0) {
      const id = known[random(known.length)] as number;
      const branch = `${ids.get(id)}`;
      await page.send([{ type: 'destroy', data: { varId: id } }]);
      const alive = new Set((await session.runtime.variables()).map((variable) => variable.id));
      for (const other of known) if (!alive.has(other)) ids.delete(other);
      expect(branch).toBeTruthy();
    }
    const edits = Array.from({ length: 1 + random(3) }, () => EDITS[random(EDITS.length)]?.(random)).join(
      ' ',
    );
    await session.run(edits);
    for (const [id, path] of ids) {
      const wanted = await session.run(
        `local ok, v = pcall(naive, "${path}") if not ok then return "failed" end return shown(v)`,
      );
      const got = page.errors.has(id) ? 'failed' : translate(page.values.get(id) ?? null);
      expect([round, edits, path, got]).toEqual([round, edits, path, wanted]);
    }
  }
});
