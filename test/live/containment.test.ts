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
const MAKE_PIPE = 'mkfifo';
/** Soon over, for what is stopped by the clock; and long enough, on a busy machine too, for what must end by itself. */
const SOON = { callMs: 300, memoryBytes: 128 * MiB };
const LONG = { callMs: 20_000, memoryBytes: 128 * MiB };

/** What is tried, and what must come of it: a failure that says so, or a result that shows that nothing came of it. */
type Case = [name: string, code: string, outcome: RegExp | { result: unknown }];
const isHarmless = (result: unknown) => ({ result });

/** A session of somebody else in the same server. */
let bystander: TestSession;
let outside: string;
const opened: TestSession[] = [];

async function open(limits: typeof SOON): Promise<TestSession> {
  const session = await openSession({ limits, thread: startWorkerThread });
  opened.push(session);
  return session;
}

beforeAll(async () => {
  buildWorker();
  outside = mkdtempSync(join(tmpdir(), 'tandem-outside-'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  bystander = await open(LONG);
  await bystander.run('count = 0 secret = "mine"');
}, 120_000);

afterAll(async () => {
  await Promise.all(opened.map(({ runtime }) => runtime.close()));
});

function layTraps({ baseDir, write }: TestSession) {
  for (const name of ['tandem.yaml', 'ui-token', '.tandem/key']) write(name, 'private');
  write('data/plain.txt', 'plain');
  write('lua/bytes.lua', '\u001bLua');
  mkdirSync(join(baseDir, 'data/sub'));
  const links: [target: string, name: string][] = [
    [join(outside, 'secret.txt'), 'data/file-link'],
    [outside, 'data/folder-link'],
    [join(baseDir, 'ui-token'), 'data/token-link'],
    [join(baseDir, '.tandem'), 'data/sub/state-link'],
    ['/dev/zero', 'data/device-link'],
    ['/dev/zero', 'lua/device.lua'],
    ['loop-b', 'data/loop-a'],
    ['loop-a', 'data/loop-b'],
  ];
  for (const [target, name] of links) symlinkSync(target, join(baseDir, name));
  execFileSync(MAKE_PIPE, [join(baseDir, 'data/pipe'), join(baseDir, 'lua/pipe.lua')]);
}

function filesAreAsTheyWere(baseDir: string) {
  for (const name of ['tandem.yaml', 'ui-token', '.tandem/key'])
    expect(readFileSync(join(baseDir, name), 'utf8')).toBe('private');
  expect(readFileSync(join(baseDir, 'data/plain.txt'), 'utf8')).toBe('plain');
  expect(readdirSync(outside)).toEqual(['secret.txt']);
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
}

function corpus(title: string, limits: typeof SOON, cases: Case[]) {
  describe(title, () => {
    let victim: TestSession;
    beforeAll(async () => {
      victim = await open(limits);
      layTraps(victim);
    });
    afterAll(() => filesAreAsTheyWere(victim.baseDir));

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

const STOPPED = /ran longer than 300 ms/;
const LOST = /300 ms.*restarted/s;
const NO_MEMORY = /not enough memory/;

corpus('loops that Lua itself can stop', SOON, [
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
    'other globals for pcall',
    'setfenv(pcall, { error = function() end }) while true do pcall(function() while true do end end) end',
    STOPPED,
  ],
]);

corpus('work in C that nothing in Lua can stop: the thread goes', SOON, [
  ['find', 'return (("a"):rep(60)):find(("a-"):rep(30) .. "b")', LOST],
  ['gsub', 'return (("a"):rep(60)):gsub(("a-"):rep(30) .. "b", "")', LOST],
  ['gmatch', 'for _ in (("a"):rep(60)):gmatch(("a-"):rep(30) .. "b") do end', LOST],
  ['match in pcall', 'while true do pcall(string.match, ("a"):rep(60), ("a-"):rep(30) .. "b") end', LOST],
  [
    'match in a coroutine',
    'coroutine.wrap(function() return (("a"):rep(60)):match(("a-"):rep(30) .. "b") end)()',
    LOST,
  ],
  ['two thousand million times nothing', 'return #(""):rep(2147483647)', /300 ms.*restarted|it worked: 0/s],
]);

corpus('memory or time, whichever ends first', SOON, [
  ['tables', 'keep = {} while true do keep = { keep, {}, {} } end', /memory|ran longer/],
  ['strings', 'keep = {} while true do keep[#keep + 1] = ("x"):rep(1e5) .. #keep end', /memory|ran longer/],
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
  [
    'prototypes without end',
    'keep = {} for i = 1, 1e9 do keep[i] = session:prototype("P" .. i, {}) end',
    /memory|ran longer/,
  ],
]);

corpus('recursion', LONG, [
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

corpus('memory', LONG, [
  ['string.rep', 'return #("x"):rep(1e8)', NO_MEMORY],
  ['doubling', 'local s = "x" while true do s = s .. s end', NO_MEMORY],
  [
    'table.concat',
    'local t = {} for i = 1, 100 do t[i] = ("x"):rep(1e6) end return #table.concat(t)',
    NO_MEMORY,
  ],
  ['a string of 100 MB as a result', 'return ("x"):rep(1e8)', NO_MEMORY],
  // The memory is in pieces by now: some builds have no room for it in one.
  ['as a result, where it would fit', 'return ("x"):rep(17e6)', /more than 16 MiB|memory/],
  ['as a table, where it would fit', 'local s = ("x"):rep(9e6) return { s, s }', /more than 16 MiB|memory/],
  ['as an event', 'mcp.pushState({ text = ("x"):rep(17e6) })', /more than 16 MiB|memory/],
  ['as output', 'print(("x"):rep(2e7)) io.stderr:write(("y"):rep(2e7)) return "cut"', isHarmless('cut')],
  ['as an error', 'error(("x"):rep(2e7))', /^[^\n]{1000,70000}…$/],
  [
    'timers without end',
    'for i = 1, 1e6 do session:setTimeout(function() end, 1e6) end',
    /1000 timers are waiting/,
  ],
]);

corpus('ways out of the machine', LONG, [
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
  ['other globals for everything', 'setfenv(0, {})', /cannot be exchanged/],
  ['ending the process', 'os.exit(1)', /cannot end/],
  [
    'a command',
    'return { os.execute("touch data/ran"), io.open("data/ran") == nil }',
    isHarmless([126, true]),
  ],
  ['a command with a shell', 'return os.execute("true; touch data/ran")', isHarmless(126)],
  [
    'a command that is read',
    'return (select(2, io.popen("id")))',
    isHarmless(expect.stringMatching(/permissions.commands/)),
  ],
  ['the environment', 'return os.getenv("PATH") == nil', isHarmless(true)],
  ['the network', 'http.get("http://127.0.0.1/")', /permissions.network/],
  ['require of a parent', 'require("../x")', /not a module name/],
  ['require of dots', 'require("a..b")', /not a module name/],
  ['require of an absolute path', 'require("/etc/passwd")', /not a module name/],
  ['require with a zero byte', 'require("a\\0b")', /not a module name/],
  ['require of a device', 'require("device")', /not found/],
  ['require of a pipe', 'require("pipe")', /not found/],
]);

const refusedFile = isHarmless([
  true,
  expect.stringMatching(/permissions.files|zero byte|regular file|folder|too many|ELOOP/),
]);
const openFile = (path: string, mode: string) =>
  `return { io.open(${path}, "${mode}") == nil, (select(2, io.open(${path}, "${mode}"))) }`;

corpus(
  'files that are not theirs',
  LONG,
  [
    ['a parent', '"../x"'],
    ['a parent in between', '"data/sub/../../../x"'],
    ['an absolute path', '"/etc/passwd"'],
    ['a zero byte', '"data/plain.txt\\0.lua"'],
    ['a link to a file', '"data/file-link"'],
    ['a link to a folder', '"data/folder-link/secret.txt"'],
    ['a new file through a link', '"data/folder-link/new.txt"'],
    ['the token', '"ui-token"'],
    ['the token through a link', '"data/token-link"'],
    ['the state through a link', '"data/sub/state-link/key"'],
    ['the settings', '"tandem.yaml"'],
    ['the settings in other letters', '"TANDEM.YAML"'],
    ['the settings on a detour', '"./data/../tandem.yaml"'],
    ['the state in other letters', '".Tandem/key"'],
    ['a device', '"/dev/zero"'],
    ['a device through a link', '"data/device-link"'],
    ['a pipe', '"data/pipe"'],
    ['links in a ring', '"data/loop-a"'],
    ['a folder', '"data/sub"'],
    ['a folder of apps', '"data"'],
    ['the folder itself', '"."'],
    ['what lies beside the folders of apps', '"notes.txt"'],
  ].flatMap(([name, path]) =>
    ['r', 'w', 'a', 'r+'].map(
      (mode): Case => [`${name} (${mode})`, openFile(path ?? '', mode), refused(path)],
    ),
  ),
);

/** What the system itself refuses comes with its own words. */
function refused(path: string | undefined): Case[2] {
  if (path === '"data/sub"' || path === '"data/pipe"')
    return isHarmless([true, expect.stringMatching(/regular file|a folder|EISDIR|ENXIO/)]);
  return refusedFile;
}

corpus('moving and removing what is not theirs', LONG, [
  [
    'rename out',
    'return (select(2, os.rename("data/plain.txt", "../x")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'rename in',
    'return (select(2, os.rename("/etc/passwd", "data/x")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'rename over the token',
    'return (select(2, os.rename("data/plain.txt", "ui-token")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'rename the state away',
    'return (select(2, os.rename(".tandem", "data/mine")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'remove the settings',
    'return (select(2, os.remove("tandem.yaml")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  [
    'remove through a link',
    'return (select(2, os.remove("data/folder-link/secret.txt")))',
    isHarmless(expect.stringContaining('permissions.files')),
  ],
  ['remove the folder itself', 'return os.remove(".") == nil', isHarmless(true)],
  ...[
    '"../x"',
    '"/tmp/x"',
    '"data/folder-link/x"',
    '".tandem/x"',
    '"data/sub/state-link/x"',
    '"other"',
    '"data/x\\0y"',
  ].map(
    (path): Case => [
      `make the folder ${path}`,
      `return { (os.mkdir(${path})), (select(2, os.mkdir(${path}))) }`,
      isHarmless([null, expect.stringMatching(/permissions.files|zero byte/)]),
    ],
  ),
  [
    'a temporary name',
    'return os.tmpname()',
    isHarmless(expect.stringMatching(/\/tandem-live-\w+\/data\/\.tmp-\w+$/)),
  ],
]);

test('app code has no means to make a link; one that somebody made is read, but not written through', async () => {
  const session = await open(LONG);
  session.write('plain.txt', 'plain');
  mkdirSync(join(session.baseDir, 'data'));
  linkSync(join(session.baseDir, 'plain.txt'), join(session.baseDir, 'data/hard-link'));
  expect(await session.run('return { os.link == nil, io.open("data/hard-link"):read() }')).toEqual([
    true,
    'plain',
  ]);
  for (const mode of ['w', 'a', 'r+', 'w+'])
    expect(await session.run(openFile('"data/hard-link"', mode))).toEqual([
      true,
      expect.stringContaining('second name'),
    ]);
  expect(readFileSync(join(session.baseDir, 'plain.txt'), 'utf8')).toBe('plain');
});

corpus('values that are hard to write', LONG, [
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
