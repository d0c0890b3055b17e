import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorkerThread } from '../../src/live/lua/lua-thread.ts';
import { buildWorker } from './build-worker.ts';
import { openSession, type TestSession } from './open-session.ts';

const MiB = 1024 * 1024;
const LIMITS = { callMs: 400, memoryBytes: 128 * MiB };

/** What is tried, and what must come of it: a failure that says so, or a result that shows that nothing came of it. */
type Case = [name: string, code: string, outcome: RegExp | { result: unknown }];
const isHarmless = (result: unknown) => ({ result });

let victim: TestSession;
/** A session of somebody else in the same server. */
let bystander: TestSession;
let outside: string;

beforeAll(async () => {
  buildWorker();
  outside = mkdtempSync(join(tmpdir(), 'tandem-outside-'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  [victim, bystander] = await Promise.all([
    openSession({ limits: LIMITS, thread: startWorkerThread }),
    openSession({ limits: { ...LIMITS, callMs: 20_000 }, thread: startWorkerThread }),
  ]);
  await bystander.run('count = 0 secret = "mine"');
  layTraps(victim);
}, 120_000);

afterAll(async () => {
  await Promise.all([victim.runtime.close(), bystander.runtime.close()]);
});

function layTraps({ baseDir, write }: TestSession) {
  for (const name of ['tandem.yaml', 'ui-token', '.tandem/key']) write(name, 'private');
  write('plain.txt', 'plain');
  write('lua/bytes.lua', '\u001bLua');
  mkdirSync(join(baseDir, 'sub'));
  const links: [target: string, name: string][] = [
    [join(outside, 'secret.txt'), 'file-link'],
    [outside, 'folder-link'],
    [join(baseDir, 'ui-token'), 'token-link'],
    [join(baseDir, '.tandem'), 'sub/state-link'],
    ['/dev/zero', 'device-link'],
    ['/dev/zero', 'lua/device.lua'],
    ['loop-b', 'loop-a'],
    ['loop-a', 'loop-b'],
  ];
  for (const [target, name] of links) symlinkSync(target, join(baseDir, name));
  execFileSync('mkfifo', [join(baseDir, 'pipe'), join(baseDir, 'lua/pipe.lua')]);
}

function corpus(title: string, cases: Case[]) {
  describe(title, () => {
    test.each(cases)('%s', async (_name, code, outcome) => {
      const trying = victim.runtime.run(code);
      const before = (await bystander.run('return count')) as number;
      expect(await bystander.run('count = count + 1 return { count, secret }')).toEqual([before + 1, 'mine']);
      const answer = victim.deliver(await trying);
      if (outcome instanceof RegExp)
        expect('failure' in answer ? answer.failure.message : `it worked: ${answer.result.json}`).toMatch(
          outcome,
        );
      else
        expect(
          'failure' in answer ? answer.failure : { result: JSON.parse(answer.result.json) as unknown },
        ).toEqual(outcome);
      // Whatever it was, this session goes on as well, if need be with a new machine.
      expect(await victim.run('keep = nil return ("ok"):upper() .. #string.format("%5d", 1)')).toBe('OK5');
    });
  });
}

const STOPPED = /ran longer than 400 ms/;
const NO_MEMORY = /not enough memory/;

corpus('loops that Lua itself can stop', [
  ['a loop', 'while true do end', STOPPED],
  ['in pcall', 'while true do pcall(function() while true do end end) end', STOPPED],
  [
    'in xpcall',
    'while true do xpcall(function() while true do end end, function(e) return e end) end',
    STOPPED,
  ],
  [
    'in the handler of an error',
    'while true do xpcall(error, function() while true do end end) end',
    STOPPED,
  ],
  [
    'in the handler of a handler',
    'xpcall(error, function() xpcall(error, function() while true do end end) end)',
    STOPPED,
  ],
  [
    'in a coroutine',
    'while true do coroutine.resume(coroutine.create(function() while true do end end)) end',
    STOPPED,
  ],
  [
    'in a wrapped coroutine in pcall',
    'while true do pcall(coroutine.wrap(function() while true do end end)) end',
    STOPPED,
  ],
  [
    'coroutines that make coroutines',
    'local function f() return coroutine.wrap(f)() end while true do pcall(f) end',
    /ran longer|overflow/,
  ],
  [
    'yielding for ever',
    'local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end',
    STOPPED,
  ],
  [
    'in the text of an error',
    'error(setmetatable({}, { __tostring = function() while true do end end }))',
    STOPPED,
  ],
  [
    'in a field of an error',
    'error(setmetatable({}, { __index = function() while true do end end }))',
    STOPPED,
  ],
  ['in __index', 'return setmetatable({}, { __index = function() while true do end end }).x', STOPPED],
  [
    'in __eq',
    'local mt = { __eq = function() while true do end end } return setmetatable({}, mt) == setmetatable({}, mt)',
    STOPPED,
  ],
  ['in __tostring', 'print(setmetatable({}, { __tostring = function() while true do end end }))', STOPPED],
  [
    'in __lt of a sort',
    'local mt = { __lt = function() while true do end end } table.sort({ setmetatable({}, mt), setmetatable({}, mt) })',
    STOPPED,
  ],
  [
    'in a comparison of a sort',
    'local t = {} for i = 1, 1e5 do t[i] = i % 7 end while true do table.sort(t, function(a, b) return a < b end) end',
    STOPPED,
  ],
  ['in gsub', 'while true do ("abc"):gsub(".", function() while true do end end) end', STOPPED],
  ['in a reader of load', 'while true do load(function() return " " end) end', /ran longer|memory/],
  [
    'in a prototype that makes itself',
    'P = session:prototype("P", {}) function P:new() return P:new() + 1 end P:new()',
    /overflow/,
  ],
  ['deep recursion', 'local function f() return f() + 1 end return f()', /overflow/],
  [
    'deep recursion in pcall',
    'local function f() return pcall(f) end return select("#", f())',
    /overflow|ran longer|it worked: 199/,
  ],
]);

corpus('work in C that nothing in Lua can stop: the thread goes', [
  ['find', 'return (("a"):rep(60)):find(("a-"):rep(30) .. "b")', /400 ms.*restarted/s],
  ['gsub', 'return (("a"):rep(60)):gsub(("a-"):rep(30) .. "b", "")', /400 ms.*restarted/s],
  ['gmatch', 'for _ in (("a"):rep(60)):gmatch(("a-"):rep(30) .. "b") do end', /400 ms.*restarted/s],
  [
    'match in pcall',
    'while true do pcall(string.match, ("a"):rep(60), ("a-"):rep(30) .. "b") end',
    /400 ms.*restarted/s,
  ],
  [
    'match in a coroutine',
    'coroutine.wrap(function() return (("a"):rep(60)):match(("a-"):rep(30) .. "b") end)()',
    /400 ms.*restarted/s,
  ],
  ['two thousand million times nothing', 'return #(""):rep(2147483647)', /400 ms.*restarted|it worked: 0/s],
]);

corpus('memory', [
  ['tables', 'keep = {} while true do keep = { keep, {}, {} } end', /memory|ran longer/],
  ['strings', 'keep = {} while true do keep[#keep + 1] = ("x"):rep(1e5) .. #keep end', /memory|ran longer/],
  ['string.rep', 'return #("x"):rep(1e8)', NO_MEMORY],
  ['doubling', 'local s = "x" while true do s = s .. s end', NO_MEMORY],
  [
    'table.concat',
    'local t = {} for i = 1, 100 do t[i] = ("x"):rep(1e6) end return #table.concat(t)',
    NO_MEMORY,
  ],
  [
    'in pcall',
    'keep = {} while true do pcall(function() while true do keep[#keep + 1] = ("x"):rep(1e5) .. #keep end end) end',
    /memory|ran longer/,
  ],
  [
    'without the collector',
    'collectgarbage("stop") while true do local t = {} for i = 1, 1e4 do t[i] = {} end end',
    /memory|ran longer/,
  ],
  ['a string of 100 MB as a result', 'return ("x"):rep(1e8)', NO_MEMORY],
  ['as a result, where it would fit', 'return ("x"):rep(17e6)', /more than 16 MiB/],
  ['as a table, where it would fit', 'local s = ("x"):rep(9e6) return { s, s }', /more than 16 MiB|memory/],
  ['as an event', 'mcp.pushState({ text = ("x"):rep(17e6) })', /more than 16 MiB/],
  ['as output', 'print(("x"):rep(2e7)) io.stderr:write(("y"):rep(2e7)) return "cut"', isHarmless('cut')],
  ['as an error', 'error(("x"):rep(2e7))', /^[^\n]{1000,70000}…$/],
  [
    'prototypes without end',
    'keep = {} for i = 1, 1e9 do keep[i] = session:prototype("P" .. i, {}) end',
    /memory|ran longer/,
  ],
  [
    'timers without end',
    'for i = 1, 1e6 do session:setTimeout(function() end, 1e6) end',
    /1000 timers are waiting/,
  ],
]);

corpus('ways out of the machine', [
  [
    'byte-code in loadstring',
    'return (select(2, loadstring("\\27Lua")))',
    isHarmless(expect.stringContaining('byte-code')),
  ],
  [
    'byte-code in load',
    'local n = 0 return (select(2, load(function() n = n + 1 return n == 1 and "\\27Lua" or nil end)))',
    isHarmless(expect.stringContaining('byte-code')),
  ],
  ['byte-code in a file', 'require("bytes")', /byte-code/],
  ['making byte-code', 'return string.dump == nil', isHarmless(true)],
  [
    'debug',
    'local names = {} for k in pairs(debug) do names[#names + 1] = k end return names',
    isHarmless(['traceback']),
  ],
  [
    'what is taken away',
    'return { dofile == nil, loadfile == nil, module == nil, newproxy == nil, package.loadlib == nil, package.loaders == nil, package.preload == nil }',
    isHarmless([true, true, true, true, true, true, true]),
  ],
  [
    'the metatable of strings',
    'return { getmetatable(""), pcall(setmetatable, "", {}) }',
    isHarmless([false, false, expect.anything()]),
  ],
  [
    'environments of our functions',
    'local e = getfenv(session.prototype) return { e == _G, e.H == nil, e.host == nil, getfenv(0) == _G }',
    isHarmless([true, true, true, true]),
  ],
  [
    'other globals for pcall',
    'setfenv(pcall, { error = function() end }) while true do pcall(function() while true do end end) end',
    STOPPED,
  ],
  ['other globals for everything', 'setfenv(0, {})', /cannot be exchanged/],
  ['ending the process', 'os.exit(1)', /cannot end/],
  ['a command', 'os.execute("id")', /permissions.commands/],
  ['the environment', 'return os.getenv("PATH") == nil', isHarmless(true)],
  ['the network', 'http.get("http://127.0.0.1/")', /permissions.network/],
  ['require of a parent', 'require("../x")', /no module name/],
  ['require of dots', 'require("a..b")', /no module name/],
  ['require of an absolute path', 'require("/etc/passwd")', /no module name/],
  ['require with a zero byte', 'require("a\\0b")', /no module name/],
  ['require of a device', 'require("device")', /not found/],
  ['require of a pipe', 'require("pipe")', /not found/],
]);

const refusedFile = isHarmless([
  true,
  expect.stringMatching(/permissions.files|zero byte|plain file|folder|too many|ELOOP/),
]);
const openFile = (path: string, mode: string) =>
  `return { io.open(${path}, "${mode}") == nil, (select(2, io.open(${path}, "${mode}"))) }`;

corpus(
  'files that are not theirs',
  [
    ['a parent', '"../x"'],
    ['a parent in between', '"sub/../../x"'],
    ['an absolute path', '"/etc/passwd"'],
    ['a zero byte', '"plain.txt\\0.lua"'],
    ['a link to a file', '"file-link"'],
    ['a link to a folder', '"folder-link/secret.txt"'],
    ['a new file through a link', '"folder-link/new.txt"'],
    ['the token', '"ui-token"'],
    ['the token through a link', '"token-link"'],
    ['the state through a link', '"sub/state-link/key"'],
    ['the settings', '"tandem.yaml"'],
    ['the settings in other letters', '"TANDEM.YAML"'],
    ['the settings on a detour', '"./sub/../tandem.yaml"'],
    ['the state in other letters', '".Tandem/key"'],
    ['a device', '"/dev/zero"'],
    ['a device through a link', '"device-link"'],
    ['a pipe', '"pipe"'],
    ['links in a ring', '"loop-a"'],
    ['a folder', '"sub"'],
  ].flatMap(([name, path]) =>
    ['r', 'w', 'a', 'r+'].map(
      (mode): Case => [`${name} (${mode})`, openFile(path ?? '', mode), refused(path)],
    ),
  ),
);

/** What the system itself refuses comes with its own words. */
function refused(path: string | undefined): Case[2] {
  if (path === '"sub"' || path === '"pipe"')
    return isHarmless([true, expect.stringMatching(/plain file|a folder|EISDIR|ENXIO/)]);
  return refusedFile;
}

corpus('moving and removing what is not theirs', [
  [
    'rename out',
    'return (select(2, os.rename("plain.txt", "../x")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'rename in',
    'return (select(2, os.rename("/etc/passwd", "x")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'rename over the token',
    'return (select(2, os.rename("plain.txt", "ui-token")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'rename the state away',
    'return (select(2, os.rename(".tandem", "mine")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'remove the settings',
    'return (select(2, os.remove("tandem.yaml")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'remove through a link',
    'return (select(2, os.remove("folder-link/secret.txt")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  ['remove the folder itself', 'return os.remove(".") == nil', isHarmless(true)],
  [
    'a temporary name',
    'local n = os.tmpname() local f = io.open(n, "w") f:close() return { n:find("^/") ~= nil, os.remove(n) }',
    isHarmless([true, true]),
  ],
]);

test('none of that has changed a file', () => {
  const { baseDir } = victim;
  for (const name of ['tandem.yaml', 'ui-token', '.tandem/key'])
    expect(readFileSync(join(baseDir, name), 'utf8')).toBe('private');
  expect(readFileSync(join(baseDir, 'plain.txt'), 'utf8')).toBe('plain');
  expect(readdirSync(outside)).toEqual(['secret.txt']);
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});

test('app code has no means to make a link; one that somebody made is a file like any other', async () => {
  linkSync(join(victim.baseDir, 'plain.txt'), join(victim.baseDir, 'hard-link'));
  expect(await victim.run('return { os.link == nil, io.open("hard-link"):read() }')).toEqual([true, 'plain']);
});

corpus('values that are hard to write', [
  [
    'a table in itself',
    'local t = {} t.t = t return t',
    isHarmless({ 'non-json': expect.stringContaining('contains itself at value.t') }),
  ],
  [
    'a ring of a thousand',
    'local a = {} local t = a for i = 1, 1000 do t.n = {} t = t.n end t.n = a return a',
    isHarmless({ 'non-json': expect.anything() }),
  ],
  [
    'nested a hundred thousand deep',
    'local t = {} for i = 1, 1e5 do t = { t } end return t',
    isHarmless({ 'non-json': expect.stringContaining('overflow') }),
  ],
  [
    'an __index that fails',
    'return setmetatable({}, { __index = function() error("no") end })',
    isHarmless({}),
  ],
  [
    'keys of all kinds',
    'return { [1.5] = 1, [true] = 2, [print] = 3, [{}] = 4, a = 5 }',
    isHarmless(expect.objectContaining({ a: 5 })),
  ],
]);

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
    const session = await openSession({ limits: LIMITS, thread: startWorkerThread });
    await session.run(APP);
    const page = await session.page();
    const app = await page.create(1, 'value');
    const [n, x, side] = (await page.createAll(app, [['n'], ['x()'], ['side.name']])) as [
      number,
      number,
      number,
    ];
    session.deliver(await session.runtime.run(code));
    if (problem)
      expect([page.errors.get(x), page.errors.get(side)].map((e) => e?.description).join()).toMatch(problem);
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
