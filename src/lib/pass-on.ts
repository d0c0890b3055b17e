import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';

/** Nothing was done: the other side was not there to receive it, or has said that it is not the right one. */
export class NotReached extends Error {}

/** A request as it is sent on. */
export interface PassedRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** Names and values by turns. */
  rawHeaders: readonly string[];
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The other side: a connection to it ends when it is gone, which nobody else would notice if its machine lost its network or power. */
interface Receiver {
  url: string;
  gone?: AbortSignal;
}

const CONNECT_MS = 3_000;
const MISDIRECTED = 421;

/** Headers that are about one connection, and those that are made again. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** By hand and not with `fetch`: Host must stay as it came. */
export function passOn(to: Receiver, passed: PassedRequest): Promise<Response> {
  const { method, body, signal } = passed;
  const headers = toPairs(passed.rawHeaders);
  if (body !== undefined) headers.push(['Content-Length', String(Buffer.byteLength(body))]);
  return new Promise((resolve, reject) => {
    const sending = send(to, { method, path: passed.target, headers: headers as never }, reject);
    signal?.addEventListener('abort', () => sending.destroy(signal.reason as Error), { once: true });
    sending.on('response', (incoming) => {
      if (isMisdirected(incoming, reject)) return;
      resolve(toResponse(incoming));
    });
    sending.end(body);
  });
}

/** Connects a WebSocket that was asked for here with another server; resolves to its status. */
export function passUpgradeOn(
  to: Receiver,
  { target, rawHeaders }: Pick<PassedRequest, 'target' | 'rawHeaders'>,
  { stream, head }: { stream: Duplex; head: Buffer },
): Promise<number> {
  const headers = [...toPairs(rawHeaders), ['Connection', 'Upgrade'], ['Upgrade', 'websocket']];
  return new Promise((resolve, reject) => {
    const sending = send(to, { method: 'GET', path: target, headers: headers as never }, reject);
    stream.once('close', () => sending.destroy());
    sending.on('upgrade', (answer: IncomingMessage, socket: Socket, first: Buffer) => {
      stream.write(toHead(answer));
      if (first.length > 0) stream.write(first);
      if (head.length > 0) socket.write(head);
      for (const [from, to] of [
        [stream, socket],
        [socket, stream],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
      resolve(101);
    });
    sending.on('response', (answer) => {
      if (isMisdirected(answer, reject)) return;
      stream.write(toHead(answer));
      answer.pipe(stream);
      resolve(answer.statusCode ?? 502);
    });
    sending.end();
  });
}

function send(
  { url: origin, gone }: Receiver,
  options: RequestOptions,
  fail: (error: Error) => void,
): ClientRequest {
  const { protocol, hostname, port } = new URL(origin);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  let isConnected = false;
  // A connection of its own: what fails on one that was used before may or may not have arrived.
  const sending = request({
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    agent: false,
    ...options,
  });
  const late = setTimeout(() => sending.destroy(new Error('no connection')), CONNECT_MS);
  sending.on('socket', (socket) => {
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      clearTimeout(late);
    });
    // The socket, because it outlives the request if it is upgraded.
    const end = () => socket.destroy(new Error('the other side is gone'));
    gone?.addEventListener('abort', end);
    socket.once('close', () => gone?.removeEventListener('abort', end));
  });
  sending.on('error', (error) => {
    clearTimeout(late);
    fail(isConnected ? error : new NotReached(`${origin}: ${error.message}`));
  });
  return sending;
}

function isMisdirected(answer: IncomingMessage, fail: (error: Error) => void): boolean {
  if (answer.statusCode !== MISDIRECTED) return false;
  answer.resume();
  fail(new NotReached('It is elsewhere.'));
  return true;
}

function toPairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 && !OF_CONNECTION.has(name.toLowerCase()) ? [[name, rawHeaders[at + 1] ?? '']] : [],
  );
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 502, rawHeaders } = incoming;
  const headers = new Headers(toPairs(rawHeaders));
  const isEmpty = status === 204 || status === 304;
  if (isEmpty) incoming.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>), {
    status,
    headers,
  });
}

function toHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}\r\n`] : [],
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}
