import { expect, test } from 'vitest';
import { openSession, type TestSession } from '../../../test/live/open-session.ts';

const MiB = 1024 * 1024;
/** Short, for what the clock stops; long enough, even on a busy machine, for what must end by itself. */
const SMALL = { callMs: 150, memoryBytes: 32 * MiB };
const LONG = { ...SMALL, callMs: 30_000 };

async function stillFine(session: TestSession) {
  expect(await session.run('kept = (kept or 0) + 1 return ("ok"):upper()')).toBe('OK');
}

test('a session that nearly fills its memory is restarted', async () => {
  const session = await openSession({ limits: LONG });
  const failure = await session.fail('all = {} for i = 1, 1e9 do all[i] = ("x"):rep(100) .. i end');
  expect(failure.message).toMatch(/not enough memory/);
  await stillFine(session);
}, 60_000);

test('deep recursion, in Lua and in the parser', async () => {
  const session = await openSession({ limits: LONG });
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

test('an app that breaks its own globals breaks nothing else', async () => {
  const session = await openSession({ limits: LONG });
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

test('a second session is not affected', async () => {
  const [one, two] = [await openSession({ limits: SMALL }), await openSession({ limits: LONG })];
  await two.run('mine = "safe" function string.trim(s) return "trimmed" end');
  await one.fail('mine = "x" string.upper = nil while true do end');
  expect(await two.run('return { mine, ("a"):trim(), ("a"):upper() }')).toEqual(['safe', 'trimmed', 'A']);
  expect(await one.run('return string.trim')).toBe(null);
});

test('an action that was stopped is reported to its page', async () => {
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
