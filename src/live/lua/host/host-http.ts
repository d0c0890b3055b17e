import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Permissions } from '../live-runtime.ts';
import type { HostFunction, LuaScalar } from '../lua-vm.ts';
import { workerFile } from '../worker-file.ts';
import { hostGrant } from './host-grant.ts';
import type { HttpAnswer, HttpRequest, HttpThreadOptions } from './http-thread.ts';

const MAX_BODY = 10 * 1024 * 1024;

export interface HostHttpOptions {
  network: Permissions['network'];
  /** The deadline of the calling code. */
  deadline(): number;
}

/**
 * http.request. Lua waits for the response, so this thread sleeps while another one sends the request; started at the
 * first use.
 */
export function createHostHttp({ network, deadline }: HostHttpOptions): {
  functions: Record<string, HostFunction>;
  close(): void;
} {
  const hosts = network === 'none' ? [] : network;
  let thread: ReturnType<typeof startThread> | undefined;
  let last = 0;

  const ask = (request: HttpRequest): HttpAnswer => {
    thread ??= startThread(hosts, () => {
      thread = undefined;
    });
    const { port, signal } = thread;
    port.postMessage(request);
    const until = Date.now() + request.ms;
    while (true) {
      const seen = Atomics.load(signal, 0);
      for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
        const answer = got.message as HttpAnswer;
        // An earlier response may arrive late, after its call gave up.
        if (answer.id === request.id) return answer;
      }
      const left = until - Date.now();
      if (left <= 0 || Atomics.wait(signal, 0, seen, left) === 'timed-out')
        return {
          id: request.id,
          error: 'timed out: no response within the time limit of the call',
          refused: false,
        };
    }
  };

  return {
    functions: {
      /**
       * Url, method, body, then names and values of headers. Returns status, body, then headers; or nil and the
       * reason.
       */
      'http.request': (url, method, body, ...headers) => {
        const denied = hostGrant(String(url), hosts);
        if (denied !== undefined) throw new Error(denied);
        const bytes = body === null || body === undefined ? undefined : toBytes(body);
        if (bytes && bytes.length > MAX_BODY) throw new Error('the body is larger than 10 MB');
        last++;
        const answer = ask({
          id: last,
          url: String(url),
          method: String(method),
          headers: pairs(headers),
          body: bytes,
          // Some time is left for the calling code, to handle a missing response.
          ms: Math.floor(Math.min((deadline() - Date.now()) * 0.9, 2 ** 31 - 1)),
        });
        if ('error' in answer) {
          if (answer.refused) throw new Error(answer.error);
          return [null, `${url}: ${answer.error}`];
        }
        return [answer.status, answer.body, ...answer.headers.flat()];
      },
    },
    close: () => void thread?.worker.terminate(),
  };
}

function startThread(hosts: string[], onExit: () => void) {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const workerData: HttpThreadOptions = { port: port2, signal, hosts };
  const worker = new Worker(workerFile(), { workerData, transferList: [port2] });
  // A broken thread is replaced at the next request; its callers learn that no response came.
  worker.on('error', () => {});
  worker.once('exit', onExit);
  // Neither keeps alive a process that has nothing else to do.
  worker.unref();
  port1.unref();
  return { worker, port: port1, signal };
}

const toBytes = (value: LuaScalar) =>
  value instanceof Uint8Array ? new Uint8Array(value) : new Uint8Array(Buffer.from(String(value)));

function pairs(flat: LuaScalar[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) result.push([String(flat[i]), String(flat[i + 1])]);
  return result;
}
