import { Socket } from 'node:net';
import { format } from 'node:util';
import type { Logger } from '../../lib/logger.ts';
import { openMessagePipe } from './message-pipe.ts';
import { CHANNEL_FD, type ProcessControl, type Report } from './process-protocol.ts';
import { toWire } from './wire-error.ts';

/** What every process with app code has: a channel for messages and logs, and a console that prints nothing. */
export interface ChildSide<Out> {
  log: Logger;
  /** `onWritten`: it has been sent, whatever this process does next. */
  send(message: Out | Report, onWritten?: () => void): void;
  /** Reports that everything is done, and exits. */
  end(): void;
}

interface Work<In> {
  /** Loads what is needed; `ready` is reported afterwards. */
  start(start: unknown): Promise<Extract<Report, { kind: 'ready' }>>;
  receive?(message: In): void;
  close(): void;
}

/** Pings are answered here, even while an app is loading, which may take long and is no reason to be killed. */
export function openChildSide<In extends { kind: string }, Out extends object>(
  toWork: (side: ChildSide<Out>) => Work<In>,
): void {
  const socket = new Socket({ fd: CHANNEL_FD });
  const { send } = openMessagePipe(socket, receive, (error) =>
    log.error('unexpected error in an app', error),
  );
  const log = toLogger(send);
  quietConsole(log);
  // As in the server itself: an unhandled rejection must not end the calls of others.
  process.on('unhandledRejection', (error) => log.error('unexpected error in an app', error));
  socket.on('close', () => process.exit(0));
  // Messages are written in order: when this one is sent, all are.
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

/** For remarks that were already reported. */
export function quieted(log: Logger): Logger {
  return { ...log, info() {}, warn() {} };
}

function toDetail(detail: unknown): unknown {
  return detail instanceof Error ? toWire(detail) : format('%o', detail);
}

/** Whatever libraries print goes to the log. */
function quietConsole(log: Logger): void {
  const console = globalThis.console as unknown as Record<string, (...args: unknown[]) => void>;
  for (const level of ['log', 'info', 'warn', 'error', 'debug'])
    console[level] = (...args) => log.debug('console', format(...args));
}
