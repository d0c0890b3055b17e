import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  await run(`local f = io.open("data/new/out.bin", "wb") f:write("a\\0\\255", 1) f:close()
    f = io.open("data/new/out.bin", "a") f:write("z") f:close()`);
  expect([...readFileSync(join(baseDir, 'data/new/out.bin'))]).toEqual([97, 0, 255, 49, 122]);
  expect(
    await run(
      'local f = io.open("data/new/out.bin", "rb") local s = f:read("*a") f:close() return { #s, s:byte(1, -1) }',
    ),
  ).toEqual([5, 97, 0, 255, 49, 122]);
  expect(
    await run('local r = {} for l in io.lines("data/in.txt") do r[#r + 1] = l end return r'),
  ).toHaveLength(3);
  expect(
    await run(`assert(os.rename("data/new/out.bin", "data/moved.bin")) assert(os.remove("data/moved.bin"))
      return { (select(2, io.open("data/moved.bin"))) }`),
  ).toEqual([expect.stringContaining('ENOENT')]);
  expect(
    await run('local n = os.tmpname() local f = io.open(n, "w") f:write("t") f:close() return os.remove(n)'),
  ).toBe(true);
});

test('paths outside the base folder, and files of the server, are refused with the name of the permission', async () => {
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
  expect(await none.run('return os.execute("echo hi")')).toBe(126);
  expect(none.logged()).toContain(
    'os.execute: app code may not run "echo"; grant permissions.commands: [echo]',
  );
  expect(await none.run('return (select(2, io.popen("echo hi")))')).toContain('permissions.commands');
  expect(await none.run('return { os.getenv("PATH") == nil, os.execute() }')).toEqual([true, 0]);
  const some = await openSession({ permissions: { commands: ['echo', 'cat', 'no-such-program'] } });
  expect(await some.run('return os.execute("no-such-program")')).toBe(127);
  expect(await some.run('return (select(2, io.popen("no-such-program")))')).toContain('command not found');
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

const WRITE = 'f:write("x") f:close()';
const put = (path: string) =>
  `local f, why = io.open(${JSON.stringify(path)}, "w") if f then ${WRITE} end return { f ~= nil, why }`;

test.each([
  ['log/tandem.yaml', 'belongs to the server'],
  ['apps/x/TANDEM.yaml', 'belongs to the server'],
  ['apps/x/tandem.yml', 'belongs to the server'],
  ['data/ui-token', 'belongs to the server'],
  ['.ui/ui-token', 'belongs to the server'],
  ['.lowdefy/sessions/x', 'belongs to the server'],
  ['.git/hooks/post-commit', 'belongs to the server'],
  ['apps/.git/config', 'belongs to the server'],
  ['tools/x.ts', 'belongs to the server'],
  ['apps/TOOLS/x.json', 'belongs to the server'],
  ['apps/toolſ/x.json', 'belongs to the server'],
  ['data/a/node_modules/x/index.json', 'belongs to the server'],
  ['data/x.json.', 'belongs to the server'],
  ['model.ts', 'only below apps'],
  ['lowdefy.yaml', 'only below apps'],
  ['package.json', 'only below apps'],
  ['notes.txt', 'write data/notes.txt'],
  ['APPS/x.txt', 'only below apps'],
  ['other/x.txt', 'only below apps'],
  ['event', 'only below apps'],
  ['data', 'only below apps'],
  ['apps/x/main.ts', 'other programs could run it'],
  ['apps/x/page.yaml', 'other programs could run it'],
  ['apps/x/run', 'other programs could run it'],
  ['html/x.js', 'other programs could run it'],
  ['lua/package.json', 'other programs could run it'],
  ['data/package.json', 'other programs could run it'],
  ['data/pac\u212aage.json', 'other programs could run it'],
  ['data/tsconfig.base.json', 'other programs could run it'],
  ['data/x.MJS', 'other programs could run it'],
  ['storage/x.yml', 'other programs could run it'],
  ['storage/x.sh', 'other programs could run it'],
  ['data/repo/HEAD', 'other programs could run it'],
  ['data/types.json', 'other programs could run it'],
  ['log/x.txt', 'other programs could run it'],
  ['apps/theirs/x.json', 'apps/theirs, a separate project (package.json)'],
  ['apps/theirs/deeper/x.json', 'apps/theirs, a separate project (package.json)'],
  ['data/bare/config', 'data/bare, a separate project (HEAD)'],
])('app code may not write %s', async (path, reason) => {
  const files = { 'log/x.log': '', 'apps/theirs/package.json': '{}', 'data/bare/HEAD': '' };
  const { run, baseDir } = await openSession({ files });
  for (const name of ['objects', 'refs']) mkdirSync(join(baseDir, 'data/bare', name));
  expect(await run(put(path))).toEqual([false, expect.stringContaining(reason)]);
  expect(await run(`return { os.remove(${JSON.stringify(path)}) }`)).not.toEqual([true]);
});

test.each([
  'apps/x/app.lua',
  'apps/x/viewdefs/X.DEFAULT.html',
  'lua/x.lua',
  'viewdefs/X.DEFAULT.html',
  'html/themes/x.css',
  'resources/x.md',
  'data/x',
  'data/a/b/c.json',
  'storage/x.sqlite',
  'log/lua.log',
])('app code may write %s, and the folders on the way', async (path) => {
  const { run, baseDir } = await openSession();
  expect(await run(put(path))).toEqual([true]);
  expect(readFileSync(join(baseDir, path), 'utf8')).toBe('x');
  expect(await run(`return io.open(${JSON.stringify(path)}):read()`)).toBe('x');
});

test('a file with a second hard link can be read, but not changed', async () => {
  const { run, baseDir } = await openSession({ files: { 'lib/code.js': 'code', 'data/other.txt': '' } });
  linkSync(join(baseDir, 'lib/code.js'), join(baseDir, 'data/linked.txt'));
  for (const mode of ['w', 'w+', 'a', 'r+'])
    expect(await run(`return { io.open("data/linked.txt", "${mode}") }`)).toEqual([
      null,
      expect.stringContaining('second name'),
    ]);
  expect(readFileSync(join(baseDir, 'lib/code.js'), 'utf8')).toBe('code');
  expect(await run('return io.open("data/linked.txt"):read()')).toBe('code');
  // Replacing one of its names leaves the other unchanged.
  expect(await run('return os.rename("data/other.txt", "data/linked.txt")')).toBe(true);
  expect(readFileSync(join(baseDir, 'lib/code.js'), 'utf8')).toBe('code');
});

test('programs and their code are not changed', async () => {
  const { run, baseDir } = await openSession({
    files: { 'data/seed.ts': 'code', 'data/run': '#!/bin/sh\n', 'data/plain': 'x' },
  });
  chmodSync(join(baseDir, 'data/run'), 0o755);
  expect(await run(put('data/seed'))).toEqual([false, expect.stringContaining('instead of seed.ts')]);
  expect(await run('return { os.rename("data/plain", "data/seed") }')).toEqual([
    null,
    expect.stringContaining('instead of seed.ts'),
    1,
  ]);
  expect(await run(put('data/run'))).toEqual([false, expect.stringContaining('is a program')]);
  expect(readFileSync(join(baseDir, 'data/run'), 'utf8')).toBe('#!/bin/sh\n');
  expect(await run(put('data/plain'))).toEqual([true]);
});

test('an allowed program is never one that app code could have written', async () => {
  const files = { 'apps/x/export.lua': '#!/bin/sh\necho apps', 'bin/export.sh': '#!/bin/sh\necho bin' };
  const commands = Object.keys(files).flatMap((name) => [name, `./${name}`]);
  const { run, logged, baseDir } = await openSession({ files, permissions: { commands } });
  for (const name of Object.keys(files)) chmodSync(join(baseDir, name), 0o755);
  for (const name of ['apps/x/export.lua', './apps/x/export.lua']) {
    expect(await run(`return os.execute("${name}")`)).toBe(126);
    expect(logged()).toContain(`"${name}" is in apps/, where app code can write`);
    expect(await run(`return (select(2, io.popen("${name}")))`)).toContain('where app code can write');
  }
  expect(await run('return io.popen("./bin/export.sh"):read()')).toBe('bin');
});

test('folders move only within their top folder, and top folders do not move', async () => {
  const { run } = await openSession({ files: { 'data/a/run': '#!', 'apps/x/app.lua': '' } });
  expect(await run('return { os.rename("data/a", "apps/a") }')).toEqual([
    null,
    expect.stringContaining('only be moved within data/'),
    1,
  ]);
  expect(await run('return { os.rename("data", "storage/all") }')).toEqual([
    null,
    expect.stringContaining('only below apps'),
    1,
  ]);
  expect(await run('return { os.rename("data/a", "data/b") }')).toEqual([true]);
});

test('files that other parts of the server execute are protected', async () => {
  const { run, baseDir } = await openSession({
    files: { 'data/shared.json': '{}' },
    offLimits: ['data/shared.json'],
  });
  for (const mode of ['r', 'w'])
    expect(await run(`return (select(2, io.open("data/shared.json", "${mode}")))`)).toContain(
      'a tool or an app that this server runs',
    );
  expect(readFileSync(join(baseDir, 'data/shared.json'), 'utf8')).toBe('{}');
});

test('system errors show the file name that the app used', async () => {
  const { run } = await openSession({ files: { 'data/x.txt': '' } });
  expect(await run('return (select(2, io.open("data/none.txt")))')).toBe(
    'data/none.txt: ENOENT: no such file or directory',
  );
  expect(await run('return (select(2, io.open("data/x.txt/y.txt", "w")))')).toBe(
    'data/x.txt/y.txt: ENOTDIR: not a directory',
  );
  expect(await run('return (select(2, os.rename("data/none.txt", "data/y.txt")))')).toBe(
    'data/none.txt: ENOENT: no such file or directory',
  );
});

test('commands run in the project, and none of them is one that app code could write', async () => {
  const project = mkdtempSync(join(tmpdir(), 'tandem-project-'));
  const files = { 'apps/x/export.lua': '#!/bin/sh\necho apps' };
  const session = await openSession({
    files,
    projectDir: project,
    permissions: { commands: ['pwd', './export', './inner/apps/x/export.lua'] },
  });
  chmodSync(join(session.baseDir, 'apps/x/export.lua'), 0o755);
  symlinkSync(session.baseDir, join(project, 'inner'));
  symlinkSync(join(session.baseDir, 'apps/x/export.lua'), join(project, 'export'));
  expect(await session.run('return io.popen("pwd"):read()')).toBe(realpathSync(project));
  for (const name of ['./export', './inner/apps/x/export.lua'])
    expect(await session.run(`return os.execute("${name}")`), name).toBe(126);
});

test('os.mkdir makes folders where files may be, with those above', async () => {
  const { run, baseDir } = await openSession({
    files: { 'data/file.txt': '', 'apps/site/package.json': '{}' },
  });
  const outside = mkdtempSync(join(tmpdir(), 'tandem-outside-'));
  symlinkSync(outside, join(baseDir, 'data/link'));
  for (const path of ['storage', 'data/a/b/c', 'data/a/b/c', `${baseDir}/storage/2026`])
    expect(await run(`return os.mkdir("${path}")`), path).toBe(true);
  expect(existsSync(join(baseDir, 'data/a/b/c'))).toBe(true);
  for (const path of [
    'other',
    '.',
    '',
    'data/../x',
    'data/.git',
    'data/tools/x',
    'data/node_modules',
    'data/link/x',
    'apps/site/x',
    'data/file.txt/x',
    '/tmp/x',
    '../x',
    'data/x\\0',
  ])
    expect(await run(`return (os.mkdir("${path}"))`), path).toBe(null);
  expect(readdirSync(outside)).toEqual([]);
});
