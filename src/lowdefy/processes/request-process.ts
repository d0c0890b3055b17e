import { loadRequestSide, type RequestSide } from '../app/load-request-side.ts';
import { openBuild } from '../build/open-build.ts';
import { answerApiCall } from './answer-api-call.ts';
import { openChildSide, quieted } from './child-side.ts';
import type { ApiCall, ProcessReply, RequestStart } from './process-protocol.ts';

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
      const work = answerApiCall(ask, (call) => perform(ask, call), send);
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    close: () => void close(),
  };

  async function perform({ question, user }: ApiCall, call: object): Promise<unknown> {
    if (!loading) throw new Error('asked before the start');
    const { api, createContext } = await loading;
    const work = api[question];
    if (!work) throw new Error(`This version of Lowdefy has no ${question}.`);
    return work(createContext(user), call);
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
