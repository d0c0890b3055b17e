import type { LowdefyPackages } from '../app/app.ts';
import type { ApiCall, ApiMethod, ProcessReply } from './process-protocol.ts';
import { fromWire } from './wire-error.ts';

type Api = LowdefyPackages['api'];
export type RemoteApi = Required<Pick<Api, ApiMethod>>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** For a stream that has begun. */
  stream?: ReadableStreamDefaultController<Uint8Array>;
}

/** The part of the API that needs secrets or connections, called in another process as a browser calls it over HTTP. */
export function createRemoteApi(send: (ask: ApiCall) => void): {
  api: RemoteApi;
  receive(answer: ProcessReply): void;
} {
  const waiting = new Map<number, Waiting>();
  const encoder = new TextEncoder();
  let last = 0;

  return {
    api: {
      callRequest: (context, call) => ask('callRequest', context, call) as Promise<{ response: unknown }>,
      callEndpoint: (context, call) => ask('callEndpoint', context, call),
      callAgent: (context, call) => ask('callAgent', context, call) as Promise<{ response: Response }>,
    },
    receive(answer) {
      const one = waiting.get(answer.id);
      if (!one) return;
      if (answer.kind === 'begin') begin(one);
      else if (answer.kind === 'piece') one.stream?.enqueue(encoder.encode(answer.text));
      else {
        waiting.delete(answer.id);
        if (answer.kind === 'answer') one.resolve(JSON.parse(answer.text));
        else if (answer.kind === 'end') one.stream?.close();
        else fail(one, fromWire(answer.error));
      }
    },
  };

  function ask(question: ApiMethod, context: object, call: object): Promise<unknown> {
    const { session } = context as { session?: { user?: Record<string, unknown> } };
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      send({ kind: 'ask', id, question, user: session?.user ?? null, call: JSON.stringify(call) });
    });
  }

  function begin(one: Waiting): void {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        one.stream = controller;
      },
      // A reader that leaves reads no further; the response continues.
      cancel() {
        one.stream = undefined;
      },
    });
    one.resolve({ response: new Response(body) });
  }

  function fail({ stream, reject }: Waiting, error: Error): void {
    if (stream) stream.error(error);
    else reject(error);
  }
}
