import { Socket } from 'node:net';
import { format } from 'node:util';
import type { Logger } from '../../lib/logger.ts';
import { openMessagePipe } from './message-pipe.ts';
import { CHANNEL_FD, type ProcessControl, type Report } from './process-protocol.ts';
import { toWire } from './wire-error.ts';

/** What every process with app code in it has: a way out for messages and logs, and a console that prints nothing. */
export interface ChildSide<Out> {
  log: Logger;
  /** `onWritten`: it is out, whatever this process does next. */
  send(message: Out | Report, onWritten?: () => void): void;
  /** Report that everything is done, and end. */
  end(): void;
}

interface Work<In> {
  /** Load what is needed; `ready` is reported after it. */
  start(start: unknown): Promise<Extract<Report, { kind: 'ready' }>>;
  receive?(message: In): void;
  close(): void;
}

/** Pings are answered here, also while an app is being loaded: it may take long, and is no reason to be ended. */
export function openChildSide<In extends { kind: string }, Out extends object>(
  toWork: (side: ChildSide<Out>) => Work<In>,
): void {
  const socket = new Socket({ fd: CHANNEL_FD });
  const { send } = openMessagePipe(socket, receive, (error) =>
    log.error('unexpected error in an app', error),
  );
  const log = toLogger(send);
  quietConsole(log);
  // As in the server itself: what nobody waits for must not end the calls of others.
  process.on('unhandledRejection', (error) => log.error('unexpected error in an app', error));
  socket.on('close', () => process.exit(0));
  // Messages are written in order: when this one is out, all are.
  const end = () => send({ kind: 'pong' }, () => process.exit(0));
  const work = toWork({ log, send, end });

  function receive(message: In | ProcessControl): void {
    if (isControl(message)) control(message);
    else work.receive?.(message);
  }

  function control(message: ProcessControl): void {
    if (message.kind === 'ping') send({ kind: 'pong' });
    else if (message.kind === 'close') work.close();
    else
      work
        .start(message.start)
        .then(send, (error: unknown) => send({ kind: 'failed', error: toWire(error) }));
  }
}

function isControl(message: { kind: string }): message is ProcessControl {
  return message.kind === 'start' || message.kind === 'ping' || message.kind === 'close';
}

function toLogger(send: (message: Report) => void): Logger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, detail?: unknown) =>
    send({ kind: 'log', level, message, ...(detail === undefined ? {} : { detail: toDetail(detail) }) });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** For what was remarked on before. */
export function quieted(log: Logger): Logger {
  return { ...log, info() {}, warn() {} };
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
