import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../../../test/live/open-session.ts';

test('files in the base folder: read, write, append, lines, seek, remove, rename', async () => {
  const { run, baseDir } = await openSession({ files: { 'data/in.txt': 'one\ntwo\n3.5 rest\n' } });
  expect(
    await run(
      `local f = assert(io.open("data/in.txt"))
      local a, b, n = f:read(), f:read("*l"), f:read("*n")
      local rest = f:read("*a") f:seek("set", 4) local again = f:read(3) f:close()
      return { a, b, n, rest, again, f:read and io.type(f) }`.replace('f:read and ', ''),
    ),
  ).toEqual(['one', 'two', 3.5, ' rest\n', 'two', 'closed file']);
  await run(`local f = io.open("out.bin", "wb") f:write("a\\0\\255", 1) f:close()
    f = io.open("out.bin", "a") f:write("z") f:close()`);
  expect([...readFileSync(join(baseDir, 'out.bin'))]).toEqual([97, 0, 255, 49, 122]);
  expect(
    await run(
      'local f = io.open("out.bin", "rb") local s = f:read("*a") f:close() return { #s, s:byte(1, -1) }',
    ),
  ).toEqual([5, 97, 0, 255, 49, 122]);
  expect(
    await run('local r = {} for l in io.lines("data/in.txt") do r[#r + 1] = l end return r'),
  ).toHaveLength(3);
  expect(
    await run(`assert(os.rename("out.bin", "data/moved.bin")) assert(os.remove("data/moved.bin"))
      return { (select(2, io.open("data/moved.bin"))) }`),
  ).toEqual([expect.stringContaining('ENOENT')]);
  expect(
    await run('local n = os.tmpname() local f = io.open(n, "w") f:write("t") f:close() return os.remove(n)'),
  ).toBe(true);
});

test('outside of the base folder, and what belongs to the server, is refused by name of the permission', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'tandem-outside-'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  const { run, baseDir } = await openSession({
    files: {
      'tandem.yaml': 'x',
      'ui-token': 'x',
      'mcp-key': 'x',
      'ui-port': '1',
      'mcp-port': '1',
      '.tandem/key': 'x',
    },
  });
  mkdirSync(join(baseDir, 'sub'));
  symlinkSync(outside, join(baseDir, 'link'));
  symlinkSync(join(outside, 'secret.txt'), join(baseDir, 'file-link'));
  symlinkSync(join(baseDir, 'ui-token'), join(baseDir, 'token-link'));
  symlinkSync(join(outside, 'new.txt'), join(baseDir, 'dangling'));
  const paths = [
    '../x',
    'sub/../../x',
    join(outside, 'secret.txt'),
    '/etc/passwd',
    'link/secret.txt',
    'link/new.txt',
    'file-link',
    'dangling',
    'token-link',
    'tandem.yaml',
    'TANDEM.yaml',
    'ui-token',
    'mcp-key',
    'ui-port',
    'mcp-port',
    '.tandem/key',
    './sub/../.tandem/new',
  ];
  for (const path of paths)
    for (const mode of ['r', 'w', 'a'])
      expect([
        path,
        mode,
        await run(
          `return { io.open("${path}", "${mode}") == nil, (select(2, io.open("${path}", "${mode}"))) }`,
        ),
      ]).toEqual([path, mode, [true, expect.stringContaining('permissions.files: full in tandem.yaml')]]);
  expect(await run('return (select(2, io.open("a\\0b")))')).toContain('zero byte');
  expect(await run('return (select(2, os.remove("../x")))')).toContain('permissions.files');
  expect(await run('return (select(2, os.rename("tandem.yaml", "y")))')).toContain('permissions.files');
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});

test('no files at all, and all files', async () => {
  const none = await openSession({ files: { 'a.txt': 'a' }, permissions: { files: 'none' } });
  expect(await none.run('return (select(2, io.open("a.txt")))')).toContain('permissions.files: base_dir');
  const full = await openSession({ permissions: { files: 'full' } });
  const outside = join(mkdtempSync(join(tmpdir(), 'tandem-full-')), 'x.txt');
  await full.run(`local f = assert(io.open("${outside}", "w")) f:write("hi") f:close()`);
  expect(readFileSync(outside, 'utf8')).toBe('hi');
});

test('commands: none, some, all', async () => {
  const none = await openSession();
  expect((await none.fail('os.execute("echo hi")')).message).toContain('permissions.commands: [echo]');
  expect(await none.run('return (select(2, io.popen("echo hi")))')).toContain('permissions.commands');
  expect(await none.run('return { os.getenv("PATH") == nil, os.execute() }')).toEqual([true, 0]);
  const some = await openSession({ permissions: { commands: ['echo', 'cat'] } });
  expect(
    await some.run('local p = io.popen("echo hi there") local s = p:read("*a") return { s, p:close() }'),
  ).toEqual(['hi there\n', true, 'exit', 0]);
  expect(await some.run('return (select(2, io.popen("ls")))')).toContain('permissions.commands: [ls]');
  for (const trick of ['echo a; ls', 'echo $(ls)', 'echo a | cat', 'echo `ls`', 'echo a > f', 'echo a\\nls'])
    expect(await some.run(`return (select(2, io.popen("${trick}")))`)).toContain('commands: all');
  expect(
    await some.run('local p = io.popen("cat", "w") p:write("typed") p:close() return os.getenv("PATH")'),
  ).toBe(null);
  expect(some.logged()).toContain('typed');
  const all = await openSession({ permissions: { commands: 'all' } });
  expect(await all.run('return { os.execute("exit 3"), io.popen("echo a | tr a b"):read() }')).toEqual([
    3,
    'b',
  ]);
  expect(await all.run('return os.getenv("PATH") ~= nil')).toBe(true);
});

test('a command ends with the call that started it', async () => {
  const { fail, run } = await openSession({ permissions: { commands: 'all' }, limits: { callMs: 150 } });
  expect((await fail('os.execute("sleep 30")')).message).toMatch(/ETIMEDOUT|longer/);
  expect(await run('return 1')).toBe(1);
});

test('time and date work', async () => {
  const { run } = await openSession();
  expect(Number(await run('return os.time()'))).toBeGreaterThan(1_700_000_000);
  expect(await run('return os.date("!%Y-%m-%d", 0)')).toBe('1970-01-01');
  expect(await run('return type(os.clock())')).toBe('number');
  expect(await run('return os.difftime(5, 3)')).toBe(2);
});

test.each([
  'log/tandem.yaml',
  'sub/ui-token',
  'apps/x/TANDEM.yaml',
  '.ui/ui-token',
  '.lowdefy/sessions/x',
  '.git/hooks/post-commit',
  'tools/x.ts',
  'model.ts',
  'node_modules/x/index.js',
  'lowdefy.yaml',
  'package.json',
])('what configures the server or is run elsewhere is not for app code: %s', async (path) => {
  const session = await openSession();
  mkdirSync(join(session.baseDir, 'log'), { recursive: true });
  const [opened, why] = (await session.run(
    `local f, why = io.open(${JSON.stringify(path)}, "w") return { f ~= nil, why }`,
  )) as [boolean, string];
  expect(opened).toBe(false);
  expect(why).toContain('belongs to the server');
});
