import { join } from 'node:path';
import { ToolFolder } from '../../../dist/ask/load/tool-folder.js';
import { createScriptedModel } from '../../../dist/ask/sampling/scripted-model.js';
import { createChatHandler } from '../../../dist/chat/create-chat-handler.js';
import { createLogger } from '../../../dist/lib/logger.js';
import { createFileStore } from '../../../dist/stores/file/file-store.js';

/*
 * `node kill-chat.mjs DIR [N before|after]`: books a flight in a conversation, or continues the conversation that an
 * earlier process of the folder began, and prints it. With N it is killed at the Nth write to the conversation's log,
 * before or after it.
 */

const [dir, killAt, when] = process.argv.slice(2);
const log = createLogger('error');
const store = createFileStore({ root: join(dir, '.tandem/sessions'), log });
let writes = 0;

async function appendLog(key, entries) {
  const counts = entries.some(({ action }) => action.startsWith('chat.'));
  if (counts) writes++;
  const dies = counts && writes === Number(killAt);
  if (dies && when === 'before') process.kill(process.pid, 'SIGKILL');
  await store.appendLog(key, entries);
  if (dies) process.kill(process.pid, 'SIGKILL');
}

const folder = new ToolFolder({ dir: join(dir, 'tools'), log });
await folder.refresh();
const handler = createChatHandler({
  model: createScriptedModel(({ tools, isToolResult }) => {
    if (isToolResult) return 'Your flight is booked.';
    if (tools.length === 0) return 'a tip';
    return { tool: 'book_flight', input: { from: 'New York', destination: 'Lisbon' } };
  }),
  tools: folder.tools.map(({ tool }) => tool),
  store: { ...store, appendLog },
  user: () => 'local',
  log,
});

const url = (path) => `http://localhost/api/chat${path}`;
const get = async (path) => (await handler(new Request(url(path)))).json();
async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await handler(
    new Request(url(path), { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

// A request without a response is sent again, with the same id.
const { conversations } = await get('');
const turn = { messages: [{ id: 'first', role: 'user', content: 'Book a flight' }] };
const [before] = conversations;
const first = await post('', before ? { conversationId: before.conversationId, ...turn } : turn);
const id = first.headers.get('x-conversation-id');
await first.text();

for (;;) {
  const history = await get(`/${id}`);
  if (history.status === 'idle' || history.status === 'error') {
    await handler.close();
    await store.dispose();
    process.stdout.write(JSON.stringify({ ...history, writes }));
    break;
  }
  const question = history.messages
    .flatMap(({ toolCalls }) => toolCalls.flatMap(({ elicitations }) => elicitations))
    .find(({ status }) => status === 'pending');
  if (question && history.status === 'awaiting_elicit') {
    const content =
      question.key === 'pickFlight' ? { flightId: question.context.flights[1].id } : { row: 12, seat: 'A' };
    await post(`/${id}/asks/${question.elicitId}`, { action: 'accept', content });
  }
  const response = await handler(new Request(url(`/${id}/stream?after=${history.lsn}`)));
  await response.text();
}
