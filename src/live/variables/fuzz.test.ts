import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';
import type { Page } from '../../../test/live/page.ts';
import { type Random, randomFrom } from '../../../test/live/random-from.ts';

const NODES = 6;
/** More siblings than specialized code exists for: they are read in a loop. */
const LONG = 45;

const APP = `
Node = session:prototype("Node", { name = "n", n = 0 })
Leaf = session:prototype("Leaf", { name = "leaf", n = 0 })
function Node:label() return self.name .. ":" .. self.n end
function Leaf:label() return self.name .. "=" .. self.n end
function Node:pick() return { self.n, { self.name } } end
function Leaf:pick() return {} end
function Node:next() return self.kid or self end
function Leaf:next() return nil end
function Node:risky() if self.n == 2 then error("two") end return self.n end
Leaf.risky = Node.risky
nodes = {}
for i = 1, ${NODES} do nodes[i] = (i < ${NODES} - 1 and Node or Leaf):new({ n = i, list = {} }) end
nodes[1].long = {}
for i = 1, ${LONG} do nodes[1].long[i] = nodes[1 + i % ${NODES}] end
session:createAppVariable(nodes[1])
order = {} for i, n in ipairs(nodes) do order[n] = i end
everEqual = function() return true end
`;

const PATHS = [
  'name',
  'n',
  'label()',
  'pick()',
  'next()',
  'risky()',
  'kid',
  'kid.name',
  'kid.kid.n',
  'kid.risky()',
  'list',
  'list.0',
  'list.1.name',
  'list?wrapper=lua.ViewList',
  'flag',
];

/**
 * The same in a naive way: from the root, without caching. A path has a part for each variable that leads to it; if
 * one fails, those below have nothing to read.
 */
const NAIVE = `
local function walk(at, path)
  for step in path:gmatch("[^.]+") do
    if type(at) ~= "table" then return nil end
    local method = step:match("^(%w+)%(%)$")
    if method then at = at[method](at)
    elseif step:match("^%d+$") then at = at[tonumber(step) + 1]
    else at = at[step] end
  end
  return at
end
-- What a value looks like on the page, with objects named by what they are instead of a number.
local function shown(v)
  if type(v) ~= "table" then if v ~= v then return nil end return v end
  if type(v.type) == "string" then return "object " .. tostring(order[v]) end
  local r = {} for i = 1, #v do r[i] = v[i] == nil and json.null or shown(v[i]) end return r
end
function naive(all)
  local results = {}
  for n, parts in ipairs(all) do
    local at, failed = mcp, false
    for _, part in ipairs(parts) do
      local ok, v = true, nil
      failed = false
      if at ~= nil then ok, v = pcall(walk, at, part) end
      if not ok then failed, v = true, nil end
      at = v
    end
    local result = failed and "failed" or shown(at)
    if type(at) == "table" and type(at.type) == "string" then result = result .. " is " .. at.type end
    results[n] = result == nil and json.null or result
  end
  return results
end
`;

const EDITS: ((r: Random) => string)[] = [
  (r) => `${any(r)}.name = "${'xyz'[r(3)]}"`,
  (r) => `${any(r)}.n = ${r(3)}`,
  (r) => `${any(r)}.kid = ${any(r)}`,
  (r) => `${any(r)}.kid = nil`,
  (r) => `table.insert(${any(r)}.list, ${any(r)})`,
  (r) => `table.insert(${any(r)}.list, 1, ${r(3)})`,
  (r) => `table.remove(${any(r)}.list)`,
  (r) => `${any(r)}.list = {}`,
  (r) => `${any(r)}.flag = ${['true', 'false', 'nil', '0/0', '""'][r(5)]}`,
  (r) => `mcp.value = ${any(r)}`,
  (r) => `nodes[1].long[${1 + r(LONG)}] = ${r(2) === 0 ? any(r) : r(3)}`,
  (r) => `table.insert(nodes[1].long, ${1 + r(LONG)}, table.remove(nodes[1].long))`,
  (r) => `${r(2) === 0 ? 'Node' : 'Leaf'}.__eq = ${r(2) === 0 ? 'everEqual' : 'nil'}`,
  (r) => `${any(r)}.type = ${['"Odd"', 'nil'][r(2)]}`,
];
const any = (r: Random) => `nodes[${1 + r(NODES)}]`;

/** Like a browser: after the type changed, the view is recreated and reported. */
async function renderAnew(page: Page) {
  for (let heard = page.take(); heard.length > 0; heard = page.take()) {
    const changed = heard.filter(
      ({ data }) => (data.properties as { type?: string } | undefined)?.type !== undefined,
    );
    if (changed.length === 0) return;
    await page.send(
      changed.map(({ data }) => ({
        type: 'update',
        data: { varId: data.varId, properties: { viewdef: 'x' } },
      })),
    );
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('random edits match a naive evaluation (%i)', async (seed) => {
  const random = randomFrom(seed);
  const session = await openSession();
  await session.run(APP);
  await session.run(NAIVE);
  const page = await session.page();
  // Objects by the page's reference to them.
  const names = new Map<number, string>();
  for (let i = 1; i <= NODES; i++) {
    const id = await page.create(1, `value`);
    await session.run(`mcp.value = nodes[${i}]`);
    names.set((page.values.get(id) as { obj: number }).obj, `object ${i}`);
    await page.send([{ type: 'destroy', data: { varId: id } }]);
  }
  await session.run('mcp.value = nodes[1]');
  const translate = (v: unknown): unknown => {
    if (Array.isArray(v)) return v.map(translate);
    return v !== null && typeof v === 'object' && 'obj' in v ? (names.get(v.obj as number) ?? 'wrapper') : v;
  };
  const withType = (v: unknown, id: number) =>
    typeof v === 'string' && v.startsWith('object ') ? `${v} is ${page.properties.get(id)?.type}` : v;
  /** What is shown, by variable: the paths that lead there. */
  const shown = new Map<number, string[]>();
  const long = await page.create(1, 'value.long');
  shown.set(long, ['value.long']);
  const elements = await page.createAll(
    long,
    Array.from({ length: LONG }, (_, i) => [String(i)]),
  );
  for (const [i, id] of elements.entries()) shown.set(id, ['value.long', String(i)]);
  const parents = new Map(elements.map((id) => [id, long]));
  const isBelow = (id: number | undefined, top: number): boolean =>
    id === top || (id !== undefined && isBelow(parents.get(id), top));

  for (let round = 0; round < 60; round++) {
    const known = [...shown.keys()];
    const choice = random(4);
    if (choice === 0 || known.length < LONG + 6) {
      const parent = random(2) === 0 ? known[random(known.length)] : undefined;
      const step = PATHS[random(PATHS.length)] ?? 'name';
      const path = parent === undefined ? `value.${step}` : step;
      const id = await page.create(parent ?? 1, path, random(5) === 0 ? { priority: 'high' } : {});
      // A wrapped list is another object, so it has only its own children.
      parents.set(id, parent ?? 1);
      if (!path.includes('wrapper')) shown.set(id, [...(parent ? (shown.get(parent) ?? []) : []), path]);
    } else if (choice === 1 && random(4) === 0) {
      const id = known[random(known.length)] as number;
      if (id !== long) await page.send([{ type: 'destroy', data: { varId: id } }]);
      for (const other of known) if (id !== long && isBelow(other, id)) shown.delete(other);
    }
    const edits = Array.from({ length: 1 + random(3) }, () => EDITS[random(EDITS.length)]?.(random)).join(
      ' ',
    );
    // While the list of variables is open, each is read separately.
    if (random(15) === 0) await session.runtime.variables();
    await session.run(edits);
    await renderAnew(page);
    const parts = [...shown.values()].map((all) => `{${all.map((part) => `"${part}"`).join(',')}}`).join(',');
    const wanted = (await session.run(`return naive({${parts}})`)) as unknown[];
    const got = [...shown.keys()].map((id) =>
      page.errors.has(id) ? 'failed' : withType(translate(page.values.get(id) ?? null), id),
    );
    const paths = [...shown.values()].map((all) => all.join(' / '));
    expect({ round, edits, values: paths.map((path, n) => [path, got[n]]) }).toEqual({
      round,
      edits,
      values: paths.map((path, n) => [path, wanted[n]]),
    });
  }
});
