import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually, type Served, serve, tempDir } from '../harness.ts';
import { callModern, type RpcAnswer } from '../modern-http.ts';
import { createPageClient } from '../page-client.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const textOf = ({ result }: RpcAnswer) => result?.content?.[0]?.text ?? '';

function writeTool(dir: string, body: string, keyword = 'function*'): void {
  mkdirSync(join(dir, 'tools'), { recursive: true });
  writeFileSync(
    join(dir, 'tools/t.ts'),
    `import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';
     class Money { constructor(public amount: number) {} }
     function* words() { yield 'a'; }
     const lazy = (run) => run;
     export const t = createMcpTool('t').description('Does.').parameters(z.object({}))
       .elicits({ q: z.object({ a: z.string() }) })
       .execute(${keyword} (_params, ctx) { ${body} });`,
  );
}

async function call(body: string): Promise<RpcAnswer> {
  const dir = tempDir(cleanup);
  writeTool(dir, body);
  return callModern(await serve(cleanup, dir), { name: 't' });
}

describe('a tool that', () => {
  test.each([
    [
      'yields a step',
      "yield ctx.step('pay', () => 1);",
      'Write yield* ctx.step("pay"), not yield ctx.step("pay").',
    ],
    [
      'yields a question',
      "yield ctx.elicit('q', { message: 'm' });",
      'Write yield* ctx.elicit("q"), not yield',
    ],
    ['yields another generator', 'yield words();', 'Write yield* before a generator, not yield.'],
    ['yields a promise', 'yield Promise.resolve(1);', 'A tool cannot yield a promise. Wait for it in a step'],
    [
      'yields a number',
      'yield 1;',
      'A tool yields operations only, with yield* ctx.…, not a value of type number.',
    ],
    [
      'does so in ctx.all',
      'yield* ctx.all([Promise.resolve(1)]);',
      'ctx.all takes operations such as ctx.step(…)',
    ],
    [
      'runs an operation twice',
      "const op = ctx.step('pay', () => 1); yield* op; yield* op;",
      'ctx.step("pay") was run before. Call it again',
    ],
    [
      'forgets yield*',
      "ctx.step('pay', () => 1); ctx.notify('paid'); ctx.sleep(5); return 'paid';",
      'Tool "t" made operations that never ran: ctx.step("pay"), ctx.sleep(). Write yield* before them.',
    ],
    [
      'forgets it in a branch',
      "yield* ctx.branch(function* (sub) { sub.step('pay', () => 1); }); return 'paid';",
      'Tool "t" made operations that never ran: ctx.step("pay").',
    ],
  ])('%s is told at once', async (_what, body, message) => {
    const answer = await call(body);
    expect(textOf(answer)).toContain(message);
    expect(answer.result?.isError).toBe(true);
  });

  test('forgets yield* before a notice is not failed for it; operations made first and run later are fine', async () => {
    const body = `ctx.notify('x'); const a = ctx.step('a', () => 1); const b = ctx.step('b', () => 2); return (yield* ctx.all([a, b])).join();`;
    expect(textOf(await call(body))).toBe('1,2');
  });

  test.each([
    ['10n', 'its result is a bigint, which JSON cannot represent. Pass it as a string.'],
    [
      '{ a: [{ b: new Map() }] }',
      'its result.a[0].b is an instance of Map, which JSON cannot represent. Pass Object',
    ],
    [
      "{ 'a b': new Set() }",
      'its result["a b"] is an instance of Set, which JSON cannot represent. Pass [...set].',
    ],
    ['new Money(5)', 'its result is an instance of Money, which JSON cannot represent. Pass a plain object.'],
    ['{ w: words() }', 'its result.w is a generator, which JSON cannot represent. Write yield* before it'],
    ['{ p: Promise.resolve() }', 'its result.p is a promise, which JSON cannot represent.'],
    ['{ f: () => 1 }', 'its result.f is a function, which JSON cannot represent.'],
    ['{ n: 0 / 0 }', 'its result.n is not a finite number, which JSON cannot represent.'],
  ])('returns %s fails, with the path', async (value, message) => {
    const answer = await call(`return ${value};`);
    expect(textOf(answer)).toContain(`Tool "t": ${message}`);
    expect(answer.result?.isError).toBe(true);
  });

  test.each([
    ['{ rows: [new Money(5)] }', 'the result of step "load".rows[0] is an instance of Money'],
    ['new Map()', 'the result of step "load" is an instance of Map'],
    ['words()', 'the result of step "load" is a generator'],
  ])('has a step that returns %s is told there, and may catch it', async (value, message) => {
    const answer = await call(`
      try { yield* ctx.step('load', () => (${value})); } catch (error) { return 'caught: ' + error.message; }`);
    expect(textOf(answer)).toContain(`caught: The result of step "load" cannot be stored: ${message}`);
  });

  test('has steps with dates, big integers and bytes gets them back, and may leave keys undefined', async () => {
    const body = `const it = yield* ctx.step('load', () => ({ at: new Date(0), n: 10n, b: new Uint8Array([1]), u: undefined }));
      return { at: it.at, n: String(it.n), b: it.b[0], u: it.u };`;
    expect(JSON.parse(textOf(await call(body)))).toEqual({ at: '1970-01-01T00:00:00.000Z', n: '10', b: 1 });
  });

  test('is async is not served, and its file is named', async () => {
    const dir = tempDir(cleanup);
    writeTool(dir, 'return 1;', 'async function');
    const answer = await callModern(await serve(cleanup, dir), { name: 't' });
    expect(answer.error?.message).toContain('Unknown tool "t"');
  });

  test('only returns a promise fails its call', async () => {
    const dir = tempDir(cleanup);
    writeTool(dir, "return Promise.reject(new Error('x'));", 'function');
    expect(textOf(await callModern(await serve(cleanup, dir), { name: 't' }))).toContain(
      '.execute() needs a generator function',
    );
  });
});

test('a tool file that no longer fits its journal leaves the call waiting, and the page says why', async () => {
  const dir = tempDir(cleanup);
  const before = "const one = yield* ctx.elicit('q', { message: 'one?' }); return one.action;";
  writeTool(dir, before);
  let served: Served = await serve(cleanup, dir);
  const again = async () => {
    await served.tandem.close();
    served = await serve(cleanup, dir);
    await served.tandem.start();
  };
  const waiting = JSON.parse(textOf(await callModern(served, { name: 't' }, { capabilities: {} })));
  const page = async (method: string, body?: unknown) => {
    const { ports } = await served.tandem.listen();
    const { send } = createPageClient(served.tandem, ports.ui);
    const response = await send(method, `/api/asks/${waiting.askId}`, body);
    return { ...((await response.json()) as Record<string, unknown>), code: response.status };
  };
  writeTool(dir, "yield* ctx.step('new', () => 1); return 'wrong';");
  await again();
  const decline = { action: 'decline' };
  expect(await page('POST', decline)).toMatchObject({
    code: 409,
    error: expect.stringContaining('Tool "t" has changed since this call began'),
  });
  const result = () => callModern(served, { name: 'ask_result', arguments: { askId: waiting.askId } });
  expect(JSON.parse(textOf(await result()))).toMatchObject({
    status: 'waiting',
    message: expect.stringContaining('has changed since this call began'),
  });
  writeTool(dir, before);
  expect(await page('POST', decline)).toMatchObject({ code: 200 });
  await eventually('the end', async () => JSON.parse(textOf(await result())).result === 'decline');
});
