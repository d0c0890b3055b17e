import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorkerThread } from '../../src/live/lua/lua-thread.ts';
import { buildWorker } from './build-worker.ts';
import { openSession, type TestSession } from './open-session.ts';

const memoryBytes = 128 * 1024 * 1024;
const opened: TestSession[] = [];
let bystander: TestSession;

async function open(callMs: number): Promise<TestSession> {
  const session = await openSession({ limits: { callMs, memoryBytes }, thread: startWorkerThread });
  opened.push(session);
  return session;
}

beforeAll(async () => {
  buildWorker();
  bystander = await open(20_000);
  await bystander.run('secret = "mine"');
}, 120_000);

afterAll(async () => {
  await Promise.all(opened.map(({ runtime }) => runtime.close()));
});

/** What an app does to its own world while a page looks at it; the page must go on seeing the truth. */
const WORLDS: [name: string, code: string, problem?: RegExp][] = [
  [
    'pcall, error and type are gone',
    'pcall, xpcall, error, type, next, pairs, ipairs, select, tostring = nil',
  ],
  [
    'strings and tables answer nonsense',
    'for k in pairs(string) do string[k] = function() return "x" end end for k in pairs(table) do table[k] = nil end',
  ],
  [
    'JSON answers nonsense',
    'json.encode = function() return "}" end json.decode = nil json.null = nil json = nil',
  ],
  ['every global is gone', 'local g = _G for k in pairs(g) do g[k] = nil end'],
  ['the session has lost its methods', 'for k in pairs(session) do session[k] = nil end session = nil'],
  [
    'mcp has lost its methods',
    'for k, v in pairs(mcp) do if type(v) == "function" then mcp[k] = nil end end',
  ],
  ['the prototype of all is broken', 'for k in pairs(Object) do Object[k] = nil end'],
  [
    '_G is strict',
    'setmetatable(_G, { __index = function(_, k) error("no global " .. k) end, __newindex = function() error("no") end })',
  ],
  [
    'mcp itself answers with a loop',
    'mcp.type = nil setmetatable(mcp, { __index = function() while true do end end, __newindex = function() while true do end end })',
    /longer/,
  ],
  [
    'mcp itself fails',
    'mcp.type = nil setmetatable(mcp, { __index = function() error("no field") end })',
    /no field/,
  ],
  [
    '__index fails beside it',
    'app.side = setmetatable({ type = "S" }, { __index = function() error("side") end })',
    /side/,
  ],
  [
    '__index loops beside it',
    'app.side = setmetatable({ type = "S" }, { __index = function() while true do end end })',
    /longer/,
  ],
  ['__eq fails', 'App.__eq = function() error("eq") end app.side = App:new()'],
  ['__eq loops', 'App.__eq = function() while true do end end app.side = App:new()'],
  [
    '__len, __tostring and __gc loop',
    'for _, k in ipairs({ "__len", "__tostring", "__gc", "__call", "__concat" }) do App[k] = function() while true do end end end',
  ],
  ['a type that is a table', 'app.side = { type = {} }'],
  ['a method that fails beside it', 'function App:x() error("x fails") end', /x fails/],
  ['a method that loops beside it', 'function App:x() while true do end end', /longer/],
  ['a method that overflows beside it', 'function App:x() return self:x() + 1 end', /overflow/],
  [
    'a method that takes all memory',
    'function App:x() local t = {} for i = 1, 1e9 do t[i] = i end end',
    /memory|longer/,
  ],
  ['a value of 17 MB', 'local s = ("x"):rep(17e6) function App:x() return s end', /more than 16 MiB/],
  ['a value in itself', 'local t = {} t.t = t function App:x() return t end'],
  [
    'a value nested without end',
    'local t = {} for i = 1, 1e5 do t = { t } end function App:x() return t end',
    /overflow/,
  ],
  ['a value that is another each time', 'function App:x() return {} end'],
  ['a method that makes variables', 'function App:x() session:createVariable(1, "value.n") return 1 end'],
  [
    'intervals of no time',
    'for i = 1, 100 do session:setInterval(function() ticks = (ticks or 0) + 1 end, 0) end',
  ],
  [
    'timers that make timers',
    'local function again() session:setImmediate(again) end for i = 1, 10 do again() end',
  ],
];

describe('a page goes on seeing the truth when', () => {
  const APP = `App = session:prototype("App", { n = 1 }) app = App:new() session:createAppVariable(app)
    function App:x() return "x" end`;

  test.each(WORLDS)('%s', async (_name, code, problem) => {
    const session = await open(problem?.source === 'longer' ? 300 : 20_000);
    await session.run(APP);
    const page = await session.page();
    const app = await page.create(1, 'value');
    const [n, x, side] = (await page.createAll(app, [['n'], ['x()'], ['side.name']])) as [
      number,
      number,
      number,
    ];
    session.deliver(await session.runtime.run(code));
    if (problem) expect([1, x, side].map((id) => page.errors.get(id)?.description).join()).toMatch(problem);
    else expect([...page.errors.values()]).toEqual([]);
    await page.update(n, 41);
    expect(await bystander.run('return secret')).toBe('mine');
    const outcome = session.deliver(await session.runtime.run('mcp.value.n = mcp.value.n + 1'));
    // Where the app has no mcp any more it cannot do that; a page still can.
    if ('failure' in outcome) await page.update(n, 42);
    expect(page.values.get(n)).toBe(42);
    const seen = (await session.runtime.variables()).find(
      ({ id, connectionId }) => id === n && connectionId === 'a',
    );
    expect(seen?.value).toBe(42);
    expect(session.restarts).toEqual([]);
    await session.runtime.close();
  });
});
