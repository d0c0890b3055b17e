import { format } from 'node:util';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Logger } from '../../lib/logger.ts';
import { loadApp } from '../app/load-app.ts';
import type { SessionRef } from '../app-runner.ts';
import { createLocalRunner, type LocalRunner } from '../local-runner.ts';
import { toWire } from './wire-error.ts';
import {
  CLAIM,
  type FromThread,
  type ThreadCall,
  type ThreadData,
  type ToThread,
} from './worker-protocol.ts';

/** The thread that an app's code runs in: loads the app, then answers calls side by side. */
const options = workerData as ThreadData;
const port = parentPort as MessagePort;
const send = (message: FromThread) => port.postMessage(message);
const log = toLogger();
quietConsole();
// As in the process itself: what nobody waits for must not end the calls of others.
process.on('unhandledRejection', (error) => log.error('unexpected error in an app', error));

const running = new Set<Promise<void>>();
let runner: LocalRunner | undefined;
port.on('message', (message: ToThread) => {
  // Also while the app is being loaded: it may take long, and is no reason to be ended.
  if (message.kind === 'ping') send({ kind: 'pong' });
  else if (runner) receive(runner, message);
});
try {
  const { build, dir, env, settings, maxResponseMb, steps } = options;
  // The first thread of a pool has said all that there is to say.
  const app = await loadApp({
    dir,
    env,
    settings,
    maxResponseMb,
    build,
    log: build ? { ...log, info() {}, warn() {} } : log,
  });
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

function toLogger(): Logger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, detail?: unknown) =>
    send({ kind: 'log', level, message, ...(detail === undefined ? {} : { detail: toDetail(detail) }) });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function toDetail(detail: unknown): unknown {
  return detail instanceof Error ? toWire(detail) : format('%o', detail);
}

/** Whatever libraries print is for the log of those who look for it. */
function quietConsole(): void {
  const console = globalThis.console as unknown as Record<string, (...args: unknown[]) => void>;
  for (const level of ['log', 'info', 'warn', 'error', 'debug'])
    console[level] = (...args) => log.debug('console', format(...args));
}
