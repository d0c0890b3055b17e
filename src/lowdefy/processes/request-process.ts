import { loadRequestSide, type RequestSide } from '../app/load-request-side.ts';
import { openBuild } from '../build/open-build.ts';
import { openChildSide, quieted } from './child-side.ts';
import type { ApiCall, ProcessReply, RequestStart } from './process-protocol.ts';
import { toWire } from './wire-error.ts';

/** The process that has the secrets and connections of an app, and handles the requests of its pages. */
openChildSide<ApiCall, ProcessReply>(({ log, send, end }) => {
  const running = new Set<Promise<void>>();
  let loading: Promise<RequestSide> | undefined;
  return {
    async start(start) {
      const { isRepeat, ...given } = start as RequestStart;
      const options = { ...given, log: isRepeat ? quieted(log) : log };
      loading = openBuild(options).then((build) => loadRequestSide(build, options));
      await loading;
      return { kind: 'ready' };
    },
    receive(ask) {
      const work = answer(ask);
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    close: () => void close(),
  };

  async function answer(ask: ApiCall): Promise<void> {
    const { id, question, user } = ask;
    try {
      if (!loading) throw new Error('asked before the start');
      const { api, createContext } = await loading;
      const call: object = JSON.parse(ask.call);
      const work = api[question];
      if (!work) throw new Error(`This version of Lowdefy has no ${question}.`);
      const result = await work(createContext(user), call);
      if (question === 'callAgent') await sendStream(id, (result as { response: Response }).response.body);
      else send({ kind: 'answer', id, text: JSON.stringify(result) });
    } catch (error) {
      send({ kind: 'refusal', id, error: toWire(error) });
    }
  }

  async function sendStream(id: number, body: ReadableStream<Uint8Array> | null): Promise<void> {
    send({ kind: 'begin', id });
    const decoder = new TextDecoder();
    for await (const bytes of body ?? [])
      send({ kind: 'piece', id, text: decoder.decode(bytes, { stream: true }) });
    send({ kind: 'end', id });
  }

  async function close(): Promise<void> {
    await Promise.allSettled(running);
    try {
      await (await loading)?.close();
    } catch (error) {
      log.warn('an app could not be closed', error);
    }
    end();
  }
});
