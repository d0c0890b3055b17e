import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { createScriptedModel } from '../../../src/ask/sampling/scripted-model.ts';
import { createChatHandler } from '../../../src/chat/create-chat-handler.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createFileStore } from '../../../src/stores/file/file-store.ts';
import { createChatClient } from '../../fixtures/chat-client.ts';
import { createCleanup, tempDir } from '../harness.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const script = fileURLToPath(new URL('hold-run.mjs', import.meta.url));

test('a run that another process holds is stopped from this one, and its tool ends cleanly there', async () => {
  const dir = tempDir(cleanup);
  const holder = fork(script, [dir], { stdio: 'inherit' });
  cleanup.add(() => void holder.kill('SIGKILL'));
  const [{ id, pid }] = (await once(holder, 'message')) as [{ id: string; pid: number }];
  const log = createLogger('silent');
  const store = createFileStore({ root: join(dir, 'sessions'), log });
  const handler = createChatHandler({
    model: createScriptedModel(['All right.']),
    store,
    user: () => 'local',
    log,
  });
  cleanup.add(() => handler.close());
  const { send, json, say } = createChatClient(handler);
  const ended = once(holder, 'exit');
  const stopped = await send('POST', `/${id}/abort`, { reason: 'enough' });
  expect([stopped.status, await stopped.json()]).toEqual([
    200,
    expect.objectContaining({ conversationId: id }),
  ]);
  expect(await ended).toEqual([0, null]);
  expect(readFileSync(join(dir, 'cleaned-up'), 'utf8')).toBe(String(pid));
  expect(await json(`/${id}`)).toMatchObject({
    status: 'idle',
    messages: [{}, { toolCalls: [{ status: 'failed', error: expect.stringContaining('enough') }] }],
  });
  expect(await say('Hello?', id)).toContainEqual(
    expect.objectContaining({ event: expect.objectContaining({ type: 'complete', text: 'All right.' }) }),
  );
});
