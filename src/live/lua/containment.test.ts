import { expect, test } from 'vitest';
import { openSession, type TestSession } from '../../../test/live/open-session.ts';

const MiB = 1024 * 1024;
const SMALL = { callMs: 150, memoryBytes: 32 * MiB };

async function stillFine(session: TestSession) {
  expect(await session.run('kept = (kept or 0) + 1 return ("ok"):upper()')).toBe('OK');
}

test.each([
  ['a loop', 'while true do end'],
  ['a loop in pcall', 'while true do pcall(function() while true do end end) end'],
  [
    'a loop in xpcall',
    'while true do xpcall(function() while true do end end, function(e) return e end) end',
  ],
  ['an error handler that loops', 'xpcall(error, function() while true do end end)'],
  [
    'a loop in a coroutine',
    'while true do coroutine.resume(coroutine.create(function() while true do end end)) end',
  ],
  ['a wrapped coroutine', 'while true do pcall(coroutine.wrap(function() while true do end end)) end'],
  ['a loop in a reader', 'while true do load(function() while true do end end) end'],
  [
    'a loop in a comparison',
    'local t = {} for i = 1, 1e5 do t[i] = i % 7 end while true do table.sort(t, function(a, b) return a < b end) end',
  ],
  ['a loop in gsub', 'while true do ("abc"):gsub(".", function() while true do end end) end'],
  [
    'a loop in a metamethod',
    'local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return t[1] end) end',
  ],
  ['a loop in tostring', 'print(setmetatable({}, { __tostring = function() while true do end end }))'],
  [
    'pcall with other globals',
    'setfenv(pcall, { error = function() end }) while true do pcall(function() while true do end end) end',
  ],
])('%s is stopped', async (_name, code) => {
  const session = await openSession({ limits: SMALL });
  const failure = await session.fail(code);
  expect(failure.message).toMatch(/ran longer than 150 ms|stack overflow/);
  await stillFine(session);
  expect(session.restarts).toEqual([]);
});

test.each([
  ['strings in a table', 'local t = {} while true do t[#t + 1] = ("x"):rep(1e5) .. #t end'],
  ['a growing string', 'local s = "x" while true do s = s .. s end'],
  ['one big string', 'return #("x"):rep(1e8)'],
  ['nested tables', 'local t = {} while true do t = { t, {}, {} } end'],
  ['a table by numbers', 'local t = {} for i = 1, 1e9 do t[i] = i end'],
  [
    'in pcall',
    'keep = {} while true do pcall(function() while true do keep[#keep + 1] = ("x"):rep(1e5) .. #keep end end) end',
  ],
  [
    'collector stopped',
    'collectgarbage("stop") local t while true do t = {} for i = 1, 1e4 do t[i] = {} end if os.clock() > 1e9 then break end end',
  ],
])(
  'too much memory: %s',
  async (_name, code) => {
    const session = await openSession({ limits: { ...SMALL, callMs: 3000 } });
    const failure = await session.fail(code);
    expect(failure.message).toMatch(/not enough memory|ran longer/);
    await session.run('keep = nil');
    await stillFine(session);
  },
  20_000,
);

test('a session that holds nearly all it may is started anew', async () => {
  const session = await openSession({ limits: { ...SMALL, callMs: 3000 } });
  const failure = await session.fail('all = {} for i = 1, 1e9 do all[i] = ("x"):rep(100) .. i end');
  expect(failure.message).toMatch(/not enough memory/);
  await stillFine(session);
}, 20_000);

test('deep recursion, in Lua and in the parser', async () => {
  const session = await openSession({ limits: SMALL });
  expect((await session.fail('local function f() return f() + 1 end return f()')).message).toContain(
    'stack overflow',
  );
  expect((await session.fail(`return ${'('.repeat(5000)}1${')'.repeat(5000)}`)).message).toMatch(
    /levels|overflow/,
  );
  expect((await session.fail('return (("("):rep(100)):gsub(("(."):rep(100), "x")')).message).toBeTruthy();
  expect((await session.fail('local t = {} for i = 1, 1e5 do t = { t } end json.encode(t)')).message).toMatch(
    /overflow|memory/,
  );
  await stillFine(session);
});

test('what reaches out of the machine is gone', async () => {
  const session = await openSession({ limits: SMALL });
  const gone = [
    'dofile',
    'loadfile',
    'module',
    'newproxy',
    'string.dump',
    'debug.getregistry',
    'debug.getupvalue',
    'debug.sethook',
    'debug.getinfo',
    'debug.setmetatable',
    'package.loadlib',
    'package.loaders',
    'package.preload',
  ];
  for (const name of gone) expect([name, await session.run(`return ${name} == nil`)]).toEqual([name, true]);
  expect((await session.fail('os.exit(1)')).message).toContain('cannot end');
  expect(await session.run('return getmetatable("")')).toBe(false);
  expect((await session.fail('getmetatable("").__index = nil')).message).toBeTruthy();
  await stillFine(session);
});

test('byte-code is not loaded', async () => {
  const session = await openSession({ limits: SMALL });
  expect(await session.run('return select(2, loadstring("\\27Lua"))')).toContain('byte-code');
  expect(await session.run('return select(2, load("\\27Lua"))')).toContain('byte-code');
  expect(
    await session.run(
      'local n = 0 return select(2, load(function() n = n + 1 return n == 1 and "\\27" or n == 2 and "Lua" or nil end))',
    ),
  ).toContain('byte-code');
  expect(await session.run('return loadstring("return 1 + 1")()')).toBe(2);
  session.write('lua/code.lua', '\u001bLua');
  expect((await session.fail('require("code")')).message).toContain('byte-code');
});

test('an app that breaks its own globals breaks nothing else', async () => {
  const session = await openSession({ limits: SMALL });
  await session.run('App = session:prototype("App", { n = 1 }) session:createAppVariable(App:new())');
  const page = await session.page();
  const n = await page.create(1, 'value.n');
  await session.run(`
    string.find, string.gsub, string.format, string.sub, string.byte, string.match, string.rep = nil
    table.concat, table.sort = nil pairs, ipairs, type, tostring, error, select, next = nil
    pcall, xpcall, setmetatable, rawequal, rawget, unpack, tonumber = nil
    session:getApp().n = 2`);
  expect(page.values.get(n)).toBe(2);
  expect(await session.run('session:getApp().n = 3 return { 1, { a = "x\\n" } }')).toEqual([1, { a: 'x\n' }]);
  expect(page.values.get(n)).toBe(3);
});

test('a second session notices nothing', async () => {
  const [one, two] = [await openSession({ limits: SMALL }), await openSession({ limits: SMALL })];
  await two.run('mine = "safe" function string.trim(s) return "trimmed" end');
  await one.fail('mine = "x" string.upper = nil while true do end');
  expect(await two.run('return { mine, ("a"):trim(), ("a"):upper() }')).toEqual(['safe', 'trimmed', 'A']);
  expect(await one.run('return string.trim')).toBe(null);
});

test('an action that is stopped is told to its page', async () => {
  const session = await openSession({ limits: SMALL });
  await session.run(`App = session:prototype("App", { n = 1 })
    function App:spin() self.n = 2 while true do end end session:createAppVariable(App:new())`);
  const page = await session.page();
  const [spin, n] = (await page.createAll(1, [['value.spin()?access=action'], ['value.n']])) as [
    number,
    number,
  ];
  await page.update(spin, null);
  expect(page.errors.get(spin)).toMatchObject({
    code: 'timeout',
    description: expect.stringContaining('150 ms'),
  });
  expect(page.values.get(n)).toBe(2);
});
