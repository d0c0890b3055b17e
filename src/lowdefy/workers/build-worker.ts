import { workerData } from 'node:worker_threads';
import { openBuild } from '../app/open-build.ts';
import { openThreadSide } from './thread-side.ts';
import { toWire } from './wire-error.ts';
import type { ThreadData } from './worker-protocol.ts';

/** The thread that builds an app, since the app's own code may run then, and reads the facts; it ends after that. */
const { log, send, onMessage } = openThreadSide();
onMessage((message) => {
  if (message.kind === 'close') process.exit(0);
});
try {
  const { facts, buildDirectory } = await openBuild({ ...(workerData as ThreadData), log });
  send({ kind: 'ready', facts, build: { buildDirectory, buildId: facts.buildId } });
} catch (error) {
  send({ kind: 'failed', error: toWire(error) });
}
