// Saves over and over until it is killed, and prints each result to stdout only once it is done.
import { writeSync } from 'node:fs';
import { createFileStore, createPostgresStore } from '../../dist/stores/index.js';

const [place, userId, ids] = process.argv.slice(2);
const log = { debug() {}, info() {}, warn: (message) => writeSync(2, `${message}\n`), error() {} };
const store = place.startsWith('postgres:')
  ? createPostgresStore({ url: place })
  : createFileStore({ root: place, log });
const actor = { kind: 'agent', userId, name: 'writer' };

async function saveForEver(sessionId, worker) {
  const key = { sessionId, userId };
  for (let round = 0; ; round++) {
    const from = await store.get(key);
    const counter = from.data.counter + 1;
    const writer = `${process.pid} ${worker} ${round}`;
    // Sizes on both sides of a page and of a pipe, so that a torn write shows.
    const payload = String(counter % 10).repeat((counter * 7919) % 70_000);
    const data = { counter, writers: [...from.data.writers, writer], payload };
    try {
      const { rev } = await store.save({ ...from, data });
      writeSync(1, `${JSON.stringify({ did: 'save', sessionId, rev, counter, writer })}\n`);
    } catch (error) {
      if (error.code !== 'conflict') throw error;
      writeSync(1, `${JSON.stringify({ did: 'conflict', sessionId, writer })}\n`);
      continue;
    }
    const entry = { timestamp: new Date().toISOString(), actor, counter, payload };
    await store.appendLog(key, [
      { ...entry, action: 'begin' },
      { ...entry, action: 'end' },
    ]);
    writeSync(1, `${JSON.stringify({ did: 'log', sessionId, counter })}\n`);
  }
}

// Connected: what is killed from here on is at work.
await store.users();
writeSync(1, `${JSON.stringify({ did: 'start' })}\n`);
// Several at once, so that there is nearly always a save in the middle of its steps.
await Promise.all(JSON.parse(ids).flatMap((id) => [saveForEver(id, 'a'), saveForEver(id, 'b')]));
