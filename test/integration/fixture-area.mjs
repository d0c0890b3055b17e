import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/* Plain JavaScript: tests load it with the sources, and a child process with the built files. */

export const COUNTER = 'test://counter';
/** Nothing of this may reach a client. */
export const SECRET = 'password=hunter2 in /srv/private/vault';

/**
 * An area for tests. What its tools do shows as files in `folder`, so that a test can see it from another process.
 * @param {string} folder
 * @returns {import('../../src/area/area.ts').Area}
 */
export function createFixtureArea(folder) {
  const file = (name) => join(folder, name);
  const spinning = [];
  const bookings = () => (existsSync(file('bookings')) ? readFileSync(file('bookings'), 'utf8') : '');
  return {
    name: 'fixture',
    instructions: 'Tools for tests: book asks twice.',
    tools: [book(file, 'book'), book(file, 'rebook'), slow(file), noisy, touch, note(file), spin(spinning)],
    resources: [
      {
        uri: COUNTER,
        name: 'counter',
        mimeType: 'text/plain',
        read: (uri) => [{ uri, mimeType: 'text/plain', text: String(bookings().split('\n').length - 1) }],
      },
    ],
    close: async () => void (await Promise.all(spinning.map((thread) => thread.terminate()))),
  };
}

/** Leaves a thread in native code, where only the end of the process stops it. */
const spin = (spinning) => ({
  name: 'spin',
  title: 'Spin',
  description: 'Leaves a thread that cannot be stopped.',
  input: z.strictObject({}),
  async handle() {
    const code = `const { pbkdf2Sync } = require('node:crypto');
      require('node:worker_threads').parentPort.postMessage('spins');
      pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512');`;
    const thread = new Worker(code, { eval: true });
    spinning.push(thread);
    await once(thread, 'message');
    // It has said so right before: what it uses now, it uses in native code.
    const then = process.cpuUsage();
    while (process.cpuUsage(then).user < 100_000) await setTimeout(5);
    return { text: 'spins' };
  },
});

/** Asks twice, then does what must be done once: each booking is a line in `bookings`. */
const book = (file, name) => ({
  name,
  title: 'Book a flight',
  description: 'Books a flight after asking which one and which seat.',
  input: z.strictObject({ traveller: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: false },
  async handle({ traveller }, ctx) {
    const flight = await ctx.ask('flight', {
      message: 'Which flight?',
      schema: z.object({ flight: z.enum(['AB1', 'CD2']) }),
    });
    if (flight.pending) return flight.pending;
    if (flight.answer.action !== 'accept') return { text: `Not booked: flight ${flight.answer.action}` };
    const seat = await ctx.ask('seat', {
      message: `Which seat on ${flight.answer.content.flight}?`,
      // Clients are not shown patterns, so an invalid answer reaches the server.
      schema: z.object({ seat: z.string().regex(/^[1-9]\d?[A-F]$/, 'a row and a letter, such as 12A') }),
    });
    if (seat.pending) return seat.pending;
    if (seat.answer.action !== 'accept') return { text: `Not booked: seat ${seat.answer.action}` };
    // Two runs at the same moment would both pass here before either has written.
    await setImmediate();
    const booking = `${flight.answer.content.flight} ${seat.answer.content.seat} for ${traveller}`;
    appendFileSync(file('bookings'), `${booking}\n`);
    return { text: `Booked ${booking}` };
  },
});

/** Reports three times, then waits for the file `<id>.gate` or to be cancelled; leaves `<id>.cancelled`. */
const slow = (file) => ({
  name: 'slow',
  title: 'Wait',
  description: 'Takes its time.',
  input: z.strictObject({ id: z.string() }),
  annotations: { readOnlyHint: true },
  async handle({ id }, { signal, progress }) {
    for (const step of [1, 2, 3]) await progress({ progress: step, total: 3, message: `step ${step}` });
    // At once, not at the next look at the gate: the process may be about to end.
    const cancelled = () => writeFileSync(file(`${id}.cancelled`), '');
    signal.addEventListener('abort', cancelled);
    writeFileSync(file(`${id}.started`), '');
    while (!existsSync(file(`${id}.gate`))) {
      if (signal.aborted) return { text: 'cancelled', isError: true };
      await setTimeout(10);
    }
    // A signal may also fire when its call is over and the connection ends.
    signal.removeEventListener('abort', cancelled);
    return { text: `${id} went through the gate` };
  },
});

const noisy = {
  name: 'noisy',
  title: 'Make noise',
  description: 'Prints where it must not, then breaks.',
  input: z.strictObject({}),
  handle() {
    console.log('noise by console.log');
    process.stdout.write('noise by process.stdout\n');
    console.error('noise by console.error');
    throw new Error(SECRET);
  },
};

/** Reports that a resource of one user, and the tool list of everybody, changed. */
const touch = {
  name: 'touch',
  title: 'Tell of a change',
  description: 'Tells clients that something changed.',
  input: z.strictObject({ uri: z.string().default(COUNTER), userId: z.string().optional() }),
  handle({ uri, userId }, { notify, principal }) {
    notify.resourceUpdated(uri, { userId: userId ?? principal.userId });
    notify.toolsChanged();
    return { text: 'told' };
  },
};

/** Adds a line to a session; with `gate`, not before the file `<gate>.gate` is there; `deaf` does not hear that it is cancelled. */
const note = (file) => ({
  name: 'note',
  title: 'Note in a session',
  description: 'Adds a line to a session.',
  input: z.strictObject({
    sessionId: z.string(),
    text: z.string(),
    gate: z.string().optional(),
    deaf: z.boolean().optional(),
  }),
  async handle({ sessionId, text, gate, deaf }, { sessions, principal, signal }) {
    const notes = await sessions.use(
      principal,
      { sessionId },
      async ({ record, log }) => {
        const all = [...(record.data.notes ?? []), text];
        if (gate) writeFileSync(file(`${gate}.started`), '');
        while (gate && !existsSync(file(`${gate}.gate`)) && (deaf || !signal.aborted)) await setTimeout(10);
        record.data.notes = all;
        log('note', { text });
        return all;
      },
      signal,
    );
    return { text: JSON.stringify(notes) };
  },
});
