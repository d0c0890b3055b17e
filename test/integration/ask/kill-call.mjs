import { join } from 'node:path';
import { callSessions } from '../../../dist/ask/calls/call-sessions.js';
import { Calls } from '../../../dist/ask/calls/calls.js';
import { ToolFolder } from '../../../dist/ask/load/tool-folder.js';
import { createLogger } from '../../../dist/lib/logger.js';
import { defaultLimits } from '../../../dist/session/limits.js';
import { Sessions } from '../../../dist/session/sessions.js';
import { createFileStore } from '../../../dist/stores/file/file-store.js';

/*
 * `node kill-call.mjs DIR [N before|after]`: calls the first tool of the folder (books a flight, say), or continues a booking that an earlier process of the
 * folder began, and prints the result. With N it is killed at its Nth write to the journal, before or after it.
 */

const [dir, killAt, when] = process.argv.slice(2);
const LOCAL = { userId: 'local', kind: 'person', name: 'local' };
const log = createLogger('error');
const store = createFileStore({ root: join(dir, '.tandem/sessions'), log });
let writes = 0;

async function appendLog(key, entries) {
  const counts = entries.some(({ action }) => action.startsWith('tool.'));
  if (counts) writes++;
  const dies = counts && writes === Number(killAt);
  if (dies && when === 'before') process.kill(process.pid, 'SIGKILL');
  await store.appendLog(key, entries);
  if (dies) process.kill(process.pid, 'SIGKILL');
}

const sessions = new Sessions({
  store: { ...store, appendLog },
  limits: defaultLimits,
  kinds: [callSessions],
  log,
});
const folder = new ToolFolder({ dir: join(dir, 'tools'), log });
await folder.refresh();
const [{ tool }] = folder.tools;
const calls = new Calls({
  sessions,
  log,
  tool: async () => tool,
  sampler: async () => ({ text: 'a tip' }),
});

const [before] = await calls.listActive(LOCAL);
const { sessionId } = before
  ? { sessionId: before.id }
  : await calls.create(LOCAL, {
      tool,
      params: tool.name === 'book_flight' ? { from: 'New York', destination: 'Lisbon' } : {},
    });

function answerTo({ key, context }) {
  if (key === 'pickFlight') return { flightId: context.flights[1].id };
  return key === 'pickSeat' ? { row: 12, seat: 'A' } : { answer: `${key} it is` };
}

let call = await calls.settled(LOCAL, sessionId);
while (call.open.length > 0) {
  const [question] = call.open;
  await calls.respond(LOCAL, question.askId, { action: 'accept', content: answerTo(question) });
  call = await calls.settled(LOCAL, sessionId);
}
await calls.close();
await sessions.shutDown();
process.stdout.write(JSON.stringify({ sessionId, ending: call.ending, writes }));
