import { workerData } from 'node:worker_threads';
import { loadApp } from '../app/load-app.ts';
import type { SessionRef } from '../app-runner.ts';
import { createLocalRunner, type LocalRunner } from '../local-runner.ts';
import { openThreadSide } from './thread-side.ts';
import { toWire } from './wire-error.ts';
import { CLAIM, type ThreadCall, type ThreadData, type ToThread } from './worker-protocol.ts';

/** The thread that an app's code runs in: loads the app, then answers calls side by side. */
const { log, send, onMessage } = openThreadSide();
const running = new Set<Promise<void>>();
let runner: LocalRunner | undefined;
onMessage((message) => {
  if (runner) receive(runner, message);
});
try {
  const { isRepeat, steps, ...options } = workerData as ThreadData;
  const app = await loadApp({ ...options, log: isRepeat ? { ...log, info() {}, warn() {} } : log });
  runner = createLocalRunner(app, () => void Atomics.add(steps, 0, 1));
  const { buildDirectory, buildId } = app;
  send({ kind: 'ready', facts: runner.facts, build: { buildDirectory, buildId } });
} catch (error) {
  send({ kind: 'failed', error: toWire(error) });
}

function receive(runner: LocalRunner, message: Exclude<ToThread, { kind: 'ping' }>): void {
  if (message.kind === 'saved') runner.saved(message.sessionId, message.rev);
  else if (message.kind === 'drop') runner.drop(message.sessionId);
  else if (message.kind === 'close') void close(runner);
  else {
    const work = answer(runner, message.id, message.claim, message.call);
    running.add(work);
    void work.finally(() => running.delete(work));
  }
}

async function answer(runner: LocalRunner, id: number, claim: Int32Array, call: ThreadCall): Promise<void> {
  if (Atomics.compareExchange(claim, 0, CLAIM.open, CLAIM.begun) !== CLAIM.open) return;
  const { ref } = call;
  if (ref && ref.data === undefined && !runner.isCurrent(ref)) {
    // Nothing was done yet: the caller may still take it elsewhere.
    Atomics.store(claim, 0, CLAIM.open);
    send({ kind: 'needs-data', id });
    return;
  }
  try {
    const operation = runner[call.op] as (...args: unknown[]) => Promise<unknown>;
    const given = ref ? [{ data: {}, ...ref } satisfies SessionRef, ...call.args] : call.args;
    send({ kind: 'result', id, result: await operation(...given) });
  } catch (error) {
    send({ kind: 'error', id, error: toWire(error) });
  }
}

async function close(runner: LocalRunner): Promise<void> {
  await Promise.allSettled(running);
  await runner.close().catch((error: unknown) => log.warn('an app could not be closed', error));
  process.exit(0);
}
