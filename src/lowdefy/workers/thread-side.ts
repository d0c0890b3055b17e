import { format } from 'node:util';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Logger } from '../../lib/logger.ts';
import { toWire } from './wire-error.ts';
import type { FromThread, ToThread } from './worker-protocol.ts';

/** What every thread with app code in it has: a way out for messages and logs, and a console that prints nothing. */
export interface ThreadSide {
  log: Logger;
  send(message: FromThread): void;
  /** Pings are answered here, also while an app is being loaded: it may take long, and is no reason to be ended. */
  onMessage(receive: (message: Exclude<ToThread, { kind: 'ping' }>) => void): void;
}

export function openThreadSide(): ThreadSide {
  const port = parentPort as MessagePort;
  const send = (message: FromThread) => port.postMessage(message);
  const log = toLogger(send);
  quietConsole(log);
  // As in the process itself: what nobody waits for must not end the calls of others.
  process.on('unhandledRejection', (error) => log.error('unexpected error in an app', error));
  return {
    log,
    send,
    onMessage(receive) {
      port.on('message', (message: ToThread) => {
        if (message.kind === 'ping') send({ kind: 'pong' });
        else receive(message);
      });
    },
  };
}

function toLogger(send: ThreadSide['send']): Logger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, detail?: unknown) =>
    send({ kind: 'log', level, message, ...(detail === undefined ? {} : { detail: toDetail(detail) }) });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function toDetail(detail: unknown): unknown {
  return detail instanceof Error ? toWire(detail) : format('%o', detail);
}

/** Whatever libraries print is for the log of those who look for it. */
function quietConsole(log: Logger): void {
  const console = globalThis.console as unknown as Record<string, (...args: unknown[]) => void>;
  for (const level of ['log', 'info', 'warn', 'error', 'debug'])
    console[level] = (...args) => log.debug('console', format(...args));
}
