import type { MessagePort } from 'node:worker_threads';
import { hostGrant } from './host-grant.ts';

export interface HttpThreadOptions {
  port: MessagePort;
  /** Counts responses; the calling thread sleeps on it. */
  signal: Int32Array;
  hosts: string[];
}

export interface HttpRequest {
  id: number;
  url: string;
  method: string;
  headers: [string, string][];
  body?: Uint8Array<ArrayBuffer> | undefined;
  ms: number;
}

export type HttpAnswer = { id: number } & (
  | { status: number; headers: [string, string][]; body: Uint8Array }
  /** `refused`: a host that is not allowed; otherwise a network failure. */
  | { error: string; refused: boolean }
);

const MAX_BODY = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Headers that must not reach a host they were not meant for. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];
/** Headers that the connection itself controls. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te']);

class NotGranted extends Error {}

/** Requests for a thread that can only wait by sleeping. */
export function serveHttp({ port, signal, hosts }: HttpThreadOptions): void {
  port.on('message', async (request: HttpRequest) => {
    const answer = await perform(request, hosts).catch(
      (error: unknown): HttpAnswer => ({
        id: request.id,
        error: explain(error),
        refused: error instanceof NotGranted,
      }),
    );
    port.postMessage(answer);
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
}

async function perform(request: HttpRequest, hosts: string[]): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(Math.max(1, request.ms));
  const headers = new Headers(request.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())));
  let { url, method, body } = request;
  for (let hops = 0; ; hops++) {
    const denied = hostGrant(url, hosts);
    if (denied !== undefined) throw new NotGranted(denied);
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: timeout });
    const next = redirectOf(response);
    if (next === undefined)
      return {
        id: request.id,
        status: response.status,
        headers: [...response.headers],
        body: await readBody(response),
      };
    await response.body?.cancel();
    if (hops === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects`);
    const target = new URL(next, url);
    if (target.origin !== new URL(url).origin) for (const name of PRIVATE_HEADERS) headers.delete(name);
    // As in browsers: an accepted form is followed by a GET.
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      if (method !== 'HEAD') method = 'GET';
      body = undefined;
      headers.delete('content-type');
    }
    url = target.href;
  }
}

function redirectOf(response: Response): string | undefined {
  const target = response.headers.get('location');
  return [301, 302, 303, 307, 308].includes(response.status) && target !== null ? target : undefined;
}

async function readBody(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BODY) throw new Error('the response is larger than 10 MB');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** `fetch failed` says nothing; its cause does. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timed out: no response within the time limit of the call';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}
