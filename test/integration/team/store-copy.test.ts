import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../contract/postgres-server.ts';
import { runCli, serveCli } from '../cli/run-cli.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { put } from '../live/start-live.ts';
import { callModern, type ToolCall } from '../modern-http.ts';

const TOOL = `import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

export const confirm = createMcpTool('confirm')
  .description('Asks before it confirms')
  .parameters(z.object({ text: z.string() }))
  .elicits({ sure: z.object({ sure: z.boolean() }) })
  .execute(function* ({ text }, ctx) {
    yield* ctx.elicit('sure', { message: 'Sure?' });
    return { confirmed: text };
  });
`;
const CALL = { name: 'confirm', arguments: { text: 'moved' } };

describe.skipIf(!hasPostgres)('a folder of sessions that moves to PostgreSQL', () => {
  const cleanup = createCleanup();
  let dir: string;
  let database: string;
  beforeAll(async () => {
    const postgres = await startPostgres();
    cleanup.add(() => postgres.stop());
    database = await postgres.emptyUrl();
    dir = tempDir(cleanup);
    put(join(dir, 'tools/confirm.ts'), TOOL);
  });
  afterAll(cleanup.run);

  let key: string | undefined;
  /** Always with the key of the first time. */
  async function serve() {
    const serving = await serveCli(dir);
    cleanup.add(() => serving.stop('SIGKILL'));
    key ??= serving.file('mcp-key');
    const server = { url: (path: string) => new URL(path, `http://127.0.0.1:${serving.mcp}`), key };
    return { serving, call: (call: ToolCall) => callModern(server, call) };
  }

  test('keeps its key, and a call that waits there is answered here; the copy can be repeated', async () => {
    const folder = join(dir, '.tandem/sessions');
    const copy = (from: string, to: string) => runCli(['store', 'copy', from, to]);
    const before = await serve();
    const asked = await before.call(CALL);
    const [name = ''] = Object.keys(asked.result?.inputRequests ?? {});
    expect(await before.serving.stop()).toMatchObject({ code: 0 });
    expect(await copy(folder, database)).toMatchObject({
      code: 0,
      stdout: '1 copied, 0 already there, 0 failed.\n',
    });
    put(
      join(dir, 'tandem.yaml'),
      JSON.stringify({ mcp: { session: { store: { type: 'postgres', url: database } } } }),
    );
    const after = await serve();
    const answer = { action: 'accept', content: { sure: true } };
    const done = await after.call({
      ...CALL,
      requestState: asked.result?.requestState,
      inputResponses: { [name]: answer },
    });
    expect(done.result?.content?.[0]?.text).toBe('{"confirmed":"moved"}');
    await after.serving.stop();
    // What was done here is not undone by what is there still; and back it goes.
    expect((await copy(folder, database)).stdout).toBe('0 copied, 1 already there, 0 failed.\n');
    expect((await copy(database, join(dir, 'back'))).stdout).toBe('1 copied, 0 already there, 0 failed.\n');
    expect((await copy(database, folder)).stdout).toBe('1 copied, 0 already there, 0 failed.\n');
  });

  test('says what it cannot copy from or to', async () => {
    const missing = await runCli(['store', 'copy', join(dir, 'missing'), database]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no folder') });
    const nowhere = await runCli(['store', 'copy', dir, 'redis://localhost']);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('use a folder, postgres://') });
  });
});
