import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually, tempDir } from '../harness.ts';
import { signIn } from './fake-browser.ts';
import { type Live, put, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

let live: Live;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio', {
    files: {
      'apps/shop/app.lua': 'shop = { title = "shop" }\n',
      'apps/my-cool-app/app.lua': 'myCoolApp = { title = "cool" }\n',
      'apps/broken/app.lua': 'broken = {}\nlocal x = = 1\n',
      'apps/empty/app.lua': '-- sets nothing\n',
    },
  });
});
beforeEach(async () => {
  await live.start();
});

describe('ui_run', () => {
  test.each([
    ['return 1 + 1', '2'],
    ['1 + 1', '2'],
    ['return "text"', '"text"'],
    ['return { a = { 1, 2 }, b = true }', '{"a":[1,2],"b":true}'],
    ['return {}', '[]'],
    ['x = 1', 'null'],
    ['return nil', 'null'],
    ['return 0/0', 'null'],
    ['return session:getApp() == mcp.value', 'true'],
  ])('%s answers %s', async (code, text) => {
    expect(await live.agent.ask('ui_run', { code })).toMatchObject({ text });
  });

  test.each(['return print', 'return coroutine.create(print)', 'local a = {} a.a = a return a'])(
    'what is not JSON is marked as such: %s',
    async (code) => {
      expect(JSON.parse((await live.agent.ask('ui_run', { code })).text)).toEqual({
        'non-json': expect.any(String),
      });
    },
  );

  test('says where it failed', async () => {
    const syntax = await live.agent.call('ui_run', { code: 'local a\nlocal b = = 1' });
    expect(syntax).toMatchObject({ isError: true, text: expect.stringContaining('ui_run:2:') });
    const failed = await live.agent.call('ui_run', { code: 'local function f() error("no!") end\nf()' });
    expect(failed).toMatchObject({
      isError: true,
      text: expect.stringMatching(/ui_run:1: no!\nstack traceback:/),
    });
  });

  test('in an unknown session lists the existing ones', async () => {
    const { text, isError } = await live.agent.call('ui_run', { code: 'return 1', sessionId: '7' });
    expect(isError).toBe(true);
    expect(text).toBe('Live session "7" not found. Yours: 1. sessionId "new" creates one.');
  });

  test('prints go to the log, at once', async () => {
    await live.agent.run('print("out", 1) io.stderr:write("err\\n") io.stdout:write("more\\n")');
    expect(live.file('log/lua.log')).toBe('out\t1\nmore');
    expect(live.file('log/lua-err.log')).toBe('err');
    // Somebody cut the file meanwhile.
    writeFileSync(join(live.base, 'log/lua.log'), '');
    await live.agent.run('print("again")');
    expect(live.file('log/lua.log')).toBe('again');
  });

  test('with NUL, emoji and long text is returned unchanged', async () => {
    expect(await live.agent.run('return "a\\0b 😀 ü"')).toBe('a\0b 😀 ü');
    expect(await live.agent.run(`return #[[${'x'.repeat(900_000)}]]`)).toBe(900_000);
  });
});

describe('ui_display', () => {
  test('shows an app by the name of its folder', async () => {
    const { text } = await live.agent.ask('ui_display', { name: 'my-cool-app' });
    expect(text).toBe(`Showing my-cool-app at http://127.0.0.1:${live.file('ui-port')}/1`);
    expect(await live.agent.run('return mcp.value.title')).toBe('cool');
    await live.agent.ask('ui_display', { name: 'shop' });
    expect(await live.agent.run('return mcp.value.title')).toBe('shop');
  });

  test.each([
    ['nothing', /nothing/],
    ['../shop', /name of a folder/],
    ['shop/../../x', /name of a folder/],
    ['a\0b', /name of a folder/],
    ['broken', /apps\/broken\/app\.lua:2:/],
    ['empty', /must set the global empty/],
  ])('of %j fails with the reason, and shows what was shown', async (name, words) => {
    await live.agent.ask('ui_display', { name: 'shop' });
    const { text, isError } = await live.agent.call('ui_display', { name });
    expect(isError).toBe(true);
    expect(text).toMatch(words);
    expect(await live.agent.run('return mcp.value.title')).toBe('shop');
  });
});

describe('ui_upload_viewdef', () => {
  const good = { type: 'Shop', namespace: 'DEFAULT', content: '<template></template>' };

  test('confirms with the name of the view', async () => {
    expect((await live.agent.ask('ui_upload_viewdef', good)).text).toBe('View Shop.DEFAULT is in use.');
    const dotted = await live.agent.ask('ui_upload_viewdef', {
      ...good,
      type: 'MCP.Note',
      namespace: 'list-item',
    });
    expect(dotted.text).toBe('View MCP.Note.list-item is in use.');
  });

  test.each([
    [{ content: '<div></div>' }, /template/],
    [{ content: '<template></template><template></template>' }, /template/],
    [{ content: '' }, /template/],
    [{ type: '../x' }, /type/],
    [{ type: 'a b' }, /type/],
    [{ namespace: 'a.b' }, /namespace/],
    [{ namespace: '' }, /namespace/],
  ])('refuses %j', async (wrong, words) => {
    const { text, isError } = await live.agent.call('ui_upload_viewdef', { ...good, ...wrong });
    expect(isError).toBe(true);
    expect(text).toMatch(words);
    expect(text).not.toContain('Internal error');
  });

  test('is limited, since all of them are saved', async () => {
    const content = `<template>${'x'.repeat(900_000)}</template>`;
    let refused = '';
    for (let i = 0; i < 20 && refused === ''; i++) {
      const { text, isError } = await live.agent.call('ui_upload_viewdef', {
        ...good,
        type: `T${i}`,
        content,
      });
      if (isError) refused = text;
    }
    expect(refused).toContain('Write views to files');
  });
});

describe('ui_open_browser', () => {
  const openedBy = async (args: Record<string, unknown>) => {
    const before = live.browser.opened().length;
    const { text } = await live.agent.ask('ui_open_browser', args);
    const url = new URL(await eventually('the browser', () => live.browser.opened()[before]));
    const code = url.searchParams.get('code');
    url.searchParams.delete('code');
    return { text, url: url.href, code };
  };

  test('opens the specified address, with a code that nobody else sees', async () => {
    const base = `http://127.0.0.1:${live.file('ui-port')}`;
    const { text, url, code } = await openedBy({});
    expect(url).toBe(`${base}/1/?conserve=true`);
    expect(text).toBe(`Opened ${base}/1/?conserve=true`);
    expect(code).toBeTruthy();
    expect((await openedBy({ conserve: false })).url).toBe(`${base}/1/`);
    expect((await openedBy({ path: '/settings/a' })).url).toBe(`${base}/1/settings/a?conserve=true`);
    expect((await openedBy({ path: 'x?y=1#z' })).url).toBe(`${base}/1/x?y=1&conserve=true#z`);
    expect((await openedBy({ path: '?code=stolen', conserve: false })).code).not.toBe('stolen');
    expect((await openedBy({ sessionId: 'new' })).url).toBe(`${base}/2/?conserve=true`);
  });

  test('the code works once', async () => {
    await live.agent.ask('ui_open_browser');
    const url = live.browser.opened().at(-1) ?? '';
    expect((await signIn(url)).cookie).toMatch(/^tandem_live_/);
    await expect(signIn(url)).rejects.toThrow('no cookie');
  });

  test.each([
    '//evil.example/',
    '\\\\evil.example',
    'http://evil.example/',
    'javascript:alert(1)',
    '\t//evil.example',
    '@evil.example',
    'a b"\'$(x)`;&',
  ])('whatever the path holds, it stays a path of the session: %j', async (path) => {
    const { url } = await openedBy({ path });
    expect(new URL(url).origin).toBe(`http://127.0.0.1:${live.file('ui-port')}`);
    expect(new URL(url).pathname).toMatch(/^\/1\//);
  });

  test.each(['../2/', '..', '%2e%2e/x', 'a/../../2', '/../mcp'])(
    'a path that leads out is refused: %s',
    async (path) => {
      const before = live.browser.opened().length;
      expect(await live.agent.call('ui_open_browser', { path })).toMatchObject({
        isError: true,
        text: expect.stringContaining('is outside'),
      });
      expect(live.browser.opened()).toHaveLength(before);
    },
  );
});

describe('ui_open_browser where', () => {
  const own = createCleanup();
  afterEach(own.run);

  test('no browser opens says how the person gets in, without a code', async () => {
    const other = await startLive(own, 'stdio', { opener: 'exit 3' });
    await other.start();
    const { text, isError } = await other.agent.call('ui_open_browser');
    expect(isError).toBe(true);
    expect(text).toContain('tandem open');
    expect(text).toContain(`http://127.0.0.1:${other.file('ui-port')}/1/`);
    expect(text).not.toContain('code=');
  });

  test('the opener is the browser and keeps running returns all the same', async () => {
    const other = await startLive(own, 'stdio', { opener: 'exec sleep 300' });
    await other.start();
    expect((await other.agent.ask('ui_open_browser')).text).toContain('Opened');
  });
});

describe('ui_status', () => {
  test('counts sessions with an open page, not pages', async () => {
    const sessions = async () =>
      ((await live.agent.ask('ui_status')).structured as { sessions: number }).sessions;
    expect(await sessions()).toBe(0);
    const [a, b] = [await live.page(), await live.page()];
    expect(await sessions()).toBe(1);
    await live.agent.run('return 1', 'new');
    await live.page('2');
    expect(await sessions()).toBe(2);
    a.socket.close();
    await a.closed;
    expect(await sessions()).toBe(2);
    b.socket.close();
    await b.closed;
    await eventually('the last page gone', async () => (await sessions()) === 1);
  });
});

describe('ui_audit', () => {
  test('finds mistakes with file and line, and runs nothing', async () => {
    put(join(live.base, 'apps/wrong/app.lua'), 'wrong = {}\nprint("it ran")\n');
    put(
      join(live.base, 'apps/wrong/viewdefs/Wrong.DEFAULT.html'),
      '<template><p ui-value="a + b"></p></template>',
    );
    const { structured } = await live.agent.ask('ui_audit', { app: 'wrong' });
    const { violations, summary } = structured as {
      violations: { file: string; line: number }[];
      summary: string;
    };
    expect(violations[0]).toMatchObject({ file: expect.stringContaining('Wrong.DEFAULT.html'), line: 1 });
    expect(summary).not.toBe('');
    expect(live.file('log/lua.log')).toBe('');
  });

  test.each(['nothing', '../shop', '/etc', 'a\0b', '.'])(
    'of %j says that the app is not found',
    async (app) => {
      const { isError, text } = await live.agent.call('ui_audit', { app });
      expect(isError).toBe(true);
      expect(text).not.toContain('Internal error');
    },
  );

  test('does not follow a link out of the folder', async () => {
    const outside = tempDir(cleanup);
    put(join(outside, 'app.lua'), 'secret = = 1\n');
    if (!existsSync(join(live.base, 'apps/linked'))) symlinkSync(outside, join(live.base, 'apps/linked'));
    const { text } = await live.agent.call('ui_audit', { app: 'linked' });
    expect(text).not.toContain('Internal error');
  });
});

describe('ui_install', () => {
  test('installs everything once, and again with force', async () => {
    const own = join(live.dir, 'project');
    const base = join(own, '.claude/ui');
    put(join(own, 'CLAUDE.md'), '# mine\n');
    expect((await live.agent.ask('ui_configure', { base_dir: base })).structured).toHaveProperty(
      'install_needed',
      true,
    );
    const first = (await live.agent.ask('ui_install')).structured as Record<string, string[]>;
    expect(first.appended).toEqual(['CLAUDE.md']);
    expect(first.installed).toEqual(
      expect.arrayContaining([
        '.claude/agents/ui-builder.md',
        '.claude/ui/event',
        '.claude/ui/resources/mcp.md',
      ]),
    );
    expect(first.skipped).toEqual([]);
    expect(readFileSync(join(own, 'CLAUDE.md'), 'utf8')).toMatch(/^# mine\n/);

    put(join(base, 'resources/mcp.md'), 'changed by hand');
    const second = (await live.agent.ask('ui_install')).structured as Record<string, string[]>;
    expect([second.installed, second.appended]).toEqual([[], []]);
    expect(second.skipped).toContain('CLAUDE.md');
    expect(readFileSync(join(base, 'resources/mcp.md'), 'utf8')).toBe('changed by hand');

    const third = (await live.agent.ask('ui_install', { force: true })).structured as Record<
      string,
      string[]
    >;
    expect(third.installed).toContain('CLAUDE.md');
    expect(readFileSync(join(base, 'resources/mcp.md'), 'utf8')).toContain('# Building apps');
    expect((await live.agent.ask('ui_configure', { base_dir: base })).structured).not.toHaveProperty(
      'install_needed',
    );
  });
});

test('over HTTP nothing is installed outside the served folder', async () => {
  const parent = tempDir(cleanup);
  const dir = join(parent, 'project');
  put(join(dir, 'apps/shop/app.lua'), 'shop = {}\n');
  const served = await startLive(cleanup, 'http', { dir, launched: true });
  expect((await served.agent.ask('ui_status')).structured).toMatchObject({ base_dir: dir });
  await served.agent.ask('ui_install');
  expect(existsSync(join(parent, 'CLAUDE.md'))).toBe(false);
  expect(existsSync(join(parent, '.claude'))).toBe(false);
  expect(existsSync(join(dir, 'CLAUDE.md'))).toBe(true);
  expect((await served.agent.ask('ui_configure', { base_dir: dir })).structured).not.toHaveProperty(
    'install_needed',
  );
});

test('an unknown argument is refused with the nearest one', async () => {
  const { text, isError } = await live.agent.call('ui_run', { code: 'return 1', session: '1' });
  expect(isError).toBe(true);
  expect(text).toContain('sessionId');
});
