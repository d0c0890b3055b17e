import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Cut, createHttpCaller, Refused } from './http-caller.mjs';

const seconds = (count) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** Each makes one thing fail and ends it; the caller checks that everybody succeeds again afterwards. */
export const FAULTS = { kill, restart, stop, diskFull, openFiles, corrupt, cutConnections, spin };

async function kill({ servers, random }) {
  const server = random.pick(servers);
  await server.kill();
  await server.start();
  return `kill -9 of ${server.name}`;
}

/** As an administrator does it, with calls under way. */
async function restart({ servers, random }) {
  const server = random.pick(servers);
  await server.kill('SIGTERM');
  await server.start();
  return `SIGTERM of ${server.name}`;
}

async function stop({ servers, random }) {
  const server = random.pick(servers);
  // Occasionally longer than a lease lasts: the other server takes the sessions over in the meantime.
  const length = random.pick([1, 4, 25]);
  server.signal('SIGSTOP');
  await seconds(length);
  server.signal('SIGCONT');
  return `SIGSTOP of ${server.name} for ${length} s`;
}

async function diskFull({ disk, omitted }) {
  if (!disk) {
    omitted.add('disk full: neither mount nor prlimit may be used here');
    return undefined;
  }
  disk.fill();
  await seconds(6);
  disk.empty();
  return 'disk full for 6 s';
}

/** So few that requests use them up, and so many connections that nothing is left for files. */
async function openFiles({ servers, random, judge }) {
  const server = random.pick(servers);
  const most = random.pick([80, 130, 180]);
  await server.kill();
  try {
    await server.start({ openFiles: most });
  } catch (error) {
    judge.refusal(`the start of ${server.name} with ${most} open files`, error.message);
    await server.start();
    return `start with ${most} open files was refused`;
  }
  const held = Array.from({ length: most }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  await seconds(6);
  for (const socket of held) socket.destroy();
  // It must recover by itself, so it is not restarted until the next fault that does.
  return `EMFILE in ${server.name} (${most} files, as many connections held) for 6 s`;
}

async function cutConnections({ clients }) {
  for (const client of clients) client.cutting = true;
  await seconds(6);
  for (const client of clients) client.cutting = false;
  return 'half of all calls cut off for 6 s';
}

/** Queries that never return to JavaScript, in sessions that nobody else uses. */
async function spin({ servers, judge }) {
  const server = servers[0];
  const caller = createHttpCaller(server);
  const outcomes = await Promise.all(
    [1, 2, 3].map(async () => {
      const sessionId = await openSession(caller);
      const actions = [{ type: 'triggerEvent', blockId: 'spin_button', event: 'onClick' }];
      return outcome(judge, () => caller.call('interact', { sessionId, actions }, { timeoutMs: 60_000 }));
    }),
  );
  caller.close();
  return `three native spins: ${outcomes.join(', ')}`;
}

/** Files of sessions created for this purpose, while both servers are down. */
async function corrupt({ servers, folder, random, judge }) {
  const before = createHttpCaller(servers[0]);
  const sessions = [];
  for (let count = 0; count < 4; count++) sessions.push(await openSession(before));
  before.close();
  await Promise.all(servers.map((server) => server.kill()));
  for (const sessionId of sessions) damage(sessionFolder(folder.path, sessionId), random);
  await Promise.all(servers.map((server) => server.start()));
  const after = createHttpCaller(servers[1]);
  const outcomes = [];
  for (const sessionId of sessions)
    outcomes.push(await outcome(judge, () => after.call('get_state', { sessionId })));
  outcomes.push(await outcome(judge, () => after.call('session_list', {})));
  after.close();
  return `damaged files of four sessions: ${outcomes.join(', ')}`;
}

async function openSession(caller) {
  for (;;) {
    try {
      const { structured } = await caller.call('session_create', { name: 'apart' });
      await caller.call('navigate', { sessionId: structured.sessionId, pageId: 'home' });
      return structured.sessionId;
    } catch (error) {
      if (!(error instanceof Cut || error instanceof Refused)) throw error;
      await seconds(1);
    }
  }
}

async function outcome(judge, work) {
  try {
    await work();
    return 'worked';
  } catch (error) {
    if (error instanceof Refused) judge.refusal('a session set apart', error.message);
    else if (!(error instanceof Cut)) throw error;
    return error instanceof Cut ? 'cut' : 'refused';
  }
}

function sessionFolder(dir, sessionId) {
  for (const base of ['.lowdefy/sessions', '.tandem/sessions']) {
    const found = folders(join(dir, base)).find((user) => folders(join(dir, base, user)).includes(sessionId));
    if (found) return join(dir, base, found, sessionId);
  }
  throw new Error(`no folder of ${sessionId}`);
}

function folders(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function damage(folder, random) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length === 0) continue;
    if (random.below(2) === 0) truncateSync(path, random.below(bytes.length));
    else {
      for (let count = 1 + random.below(5); count > 0; count--)
        bytes[random.below(bytes.length)] ^= 1 << random.below(8);
      writeFileSync(path, bytes);
    }
  }
}
