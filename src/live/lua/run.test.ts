import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

test('results are JSON', async () => {
  const { run } = await openSession();
  expect(await run('return 1+1')).toBe(2);
  expect(await run('1+1')).toBe(2);
  expect(await run('x = 5')).toBe(null);
  expect(await run('return {1, 2, {a = "ä", b = {}}}')).toEqual([1, 2, { a: 'ä', b: [] }]);
  expect(await run('return session ~= nil')).toBe(true);
  expect(await run('return nil, 5')).toBe(null);
  expect(await run('return 0/0')).toBe(null);
  expect(await run('return { f = print, n = 1 }')).toEqual({ n: 1 });
  expect(await run('P = session:prototype("P", { d = 1 }) return P:new({ x = 2 })')).toEqual({
    d: 1,
    type: 'P',
    x: 2,
  });
});

test('what JSON cannot represent is described', async () => {
  const { run } = await openSession();
  expect(await run('return print')).toEqual({ 'non-json': expect.stringContaining('function') });
  expect(await run('return coroutine.create(print)')).toEqual({
    'non-json': expect.stringContaining('thread'),
  });
  expect(await run('local t = { a = {} } t.a.b = t return t')).toEqual({
    'non-json': expect.stringContaining('value.a.b'),
  });
});

test('errors say where they happened, with a traceback', async () => {
  const { fail, run } = await openSession();
  expect(await fail('local x = 1\nlocal function f() return nope.x end\nreturn f() + 1')).toMatchObject({
    message: expect.stringContaining("attempt to index global 'nope'"),
    where: 'ui_run:2',
    traceback: expect.stringContaining('ui_run:3: in function'),
  });
  expect((await fail('this is no lua')).message).toContain('ui_run:1:');
  expect((await fail('error({ code = 1 })')).message).toContain('table');
  expect((await fail('error("plain", 0)')).message).toBe('plain');
  expect((await fail('local s = nil .. "x"')).traceback).not.toContain('[dispatch]');
  expect(await run('return 1')).toBe(1);
});

test('output goes to the log, stream by stream', async () => {
  const { run, log } = await openSession();
  await run(
    'print("a", 1, nil) io.write("b", 2) io.stdout:write("c\\n") io.stderr:write("bad\\n") session:log("error", "e")',
  );
  expect(log).toEqual([
    { stream: 'stdout', text: 'a\t1\tnil\nb2c\n' },
    { stream: 'stderr', text: 'bad\n[error] e\n' },
  ]);
});

test('endless output is truncated', async () => {
  const { run, logged } = await openSession();
  await run('for i = 1, 40000 do print(("x"):rep(100)) end');
  expect(logged().length).toBeLessThan(1_200_000);
  expect(logged()).toContain('is cut');
});

test('events arrive in order, also through an override', async () => {
  const { run, events } = await openSession();
  await run('mcp.pushState({ event = "one" }) mcp:pushState({ event = "two", list = {} })');
  await run(`local push = mcp.pushState
    mcp.pushState = function(e) e.handler = "h" push(e) end
    mcp.pushState({ event = "three" })`);
  expect(events).toEqual([{ event: 'one' }, { event: 'two', list: [] }, { event: 'three', handler: 'h' }]);
});

test('JSON there and back', async () => {
  const { run, fail } = await openSession();
  const value = { a: [1, -2.5, 1e100, true, false, []], 'ä"\\\n\u0001': '😀', deep: { x: { y: ['z'] } } };
  const text = JSON.stringify(value);
  expect(await run(`return json.decode(${JSON.stringify(text)})`)).toEqual(value);
  expect(await run('return json.decode("\\"\\\\ud83d\\\\ude00 \\\\u00e4\\"")')).toBe('😀 ä');
  expect(await run('return ui.json_encode(ui.json_decode("[1,{\\"a\\":null}]"))')).toBe('[1,[]]');
  expect((await fail('json.decode("[1,")')).message).toContain('bad JSON');
  expect((await fail('json.decode("{\\n\\"a\\" 1}")')).message).toContain('line 2');
  expect((await fail('json.decode(("["):rep(1000))')).message).toContain('nested too deeply');
  expect((await fail('local t = {} t[1] = t json.encode(t)')).message).toContain('contains itself');
});

test('state is the JSON of what is shown', async () => {
  const { run, runtime } = await openSession();
  expect(await runtime.state()).toBe(null);
  await run(`App = session:prototype("MyApp", { title = "T", _hidden = 1 })
    app = App:new({ items = { App:new({ title = "sub" }) } }) app.items[1].owner = app session:createAppVariable(app)`);
  expect(await runtime.state()).toEqual({
    type: 'MyApp',
    title: 'T',
    items: [{ type: 'MyApp', title: 'sub', owner: '(cycle: MyApp)' }],
  });
});

test('the mcp table', async () => {
  const status = { base_dir: '/b', url: 'http://127.0.0.1:1', mcp_port: 2, version: '3' };
  const { run, runtime } = await openSession({ status, files: { 'lua/main.lua': 'early = mcp:status()' } });
  await runtime.inform({ pollingEvents: true, waitTime: 3 });
  expect(
    await run('return { mcp.type, mcp.sessionId, mcp:pollingEvents(), mcp:waitTime(), mcp.status(), early }'),
  ).toEqual(['MCP', '1', true, 3, status, status]);
  expect(await run('mcp:status().url = "mine" return mcp:status().url')).toBe(status.url);
  expect(
    await run(
      'return mcp:renderMarkdown("# A <b>\\n\\nx **y** `<z>` [l](https://e.org) [m](javascript:x)\\n- i")',
    ),
  ).toBe(
    '<h1>A &lt;b&gt;</h1>\n<p>x <strong>y</strong> <code>&lt;z&gt;</code> <a href="https://e.org">l</a> m</p>\n<ul>\n<li>i</li>\n</ul>',
  );
});

test('those who subscribed to a topic get what is published, once, also after their file ran again', async () => {
  const init =
    'heard = heard or {}\nfor n = 1, 2 do mcp:subscribe("orders", function(data) table.insert(heard, data.id .. "/" .. n) end) end';
  const session = await openSession({ files: { 'apps/shop/init.lua': init } });
  const { run, runtime, logged, write } = session;
  expect((await runtime.publish('orders', { id: 'a' })).listeners).toBe(2);
  write('apps/shop/init.lua', `${init}\n-- changed`);
  expect((await runtime.reload(join(session.baseDir, 'apps/shop/init.lua'))).reloaded).toBe(true);
  expect((await runtime.publish('orders', { id: 'b' })).listeners).toBe(2);
  expect((await runtime.publish('others', {})).listeners).toBe(0);
  expect(await run('return heard')).toEqual(['a/1', 'a/2', 'b/1', 'b/2']);

  await run('mcp.subscribe("orders", function(data) error("no " .. data.id, 0) end)');
  const { listeners, problems } = await runtime.publish('orders', { id: 'c' });
  expect([listeners, problems]).toEqual([3, ['subscription to orders: no c']]);
  expect(await run('return #heard')).toBe(6);
  expect(logged()).toContain('subscription to orders: no c');
  expect((await session.fail('mcp:subscribe("x")')).message).toContain('needs a function');
  expect((await session.fail('mcp:subscribe(function() end)')).message).toContain('needs a topic');
});
