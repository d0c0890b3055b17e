import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createMcpTool } from '../../../dist/ask/index.js';
import { createScriptedModel } from '../../../dist/ask/sampling/scripted-model.js';
import { createChatHandler } from '../../../dist/chat/create-chat-handler.js';
import { createLogger } from '../../../dist/lib/logger.js';
import { createFileStore } from '../../../dist/stores/file/file-store.js';

/*
 * `node hold-run.mjs DIR`: starts a conversation whose tool works forever, prints the conversation's id when it does,
 * and ends when the run is stopped. Its tool records that it was torn down.
 */

const [dir] = process.argv.slice(2);
const log = createLogger('error');
let begun;
const working = new Promise((resolve) => {
  begun = resolve;
});
const endless = createMcpTool('endless')
  .description('Works without end.')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_params, ctx) {
    try {
      yield* ctx.step('work', ({ signal }) => {
        begun();
        return new Promise((resolve) => signal.addEventListener('abort', resolve));
      });
    } finally {
      yield* ctx.step('clean up', () => writeFileSync(join(dir, 'cleaned-up'), String(process.pid)));
    }
  });
const handler = createChatHandler({
  model: createScriptedModel([{ tool: 'endless', input: {} }, 'not to be said']),
  tools: [endless],
  store: createFileStore({ root: join(dir, 'sessions'), log }),
  user: () => 'local',
  log,
});
const response = await handler(
  new Request('http://localhost/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'go' }] }),
  }),
);
await working;
process.send({ id: response.headers.get('x-conversation-id'), pid: process.pid });
await response.text();
await handler.close();
process.disconnect();
