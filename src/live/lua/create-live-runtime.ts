import { TandemError } from '../../errors.ts';
import type { LiveMessage } from '../../protocol/live-messages.ts';
import type { VariableInfo } from '../../protocol/variable-info.ts';
import type {
  BatchOutcome,
  LiveRuntime,
  LiveRuntimeOptions,
  LuaFailure,
  LuaRunResult,
} from './live-runtime.ts';
import { type StartThread, startWorkerThread } from './lua-thread.ts';
import { createSessionTimers } from './session-timers.ts';
import type { VmReply } from './session-vm.ts';
import { createThreadCalls, type ThreadCalls, ThreadLost } from './thread-calls.ts';
import { toFailure } from './to-failure.ts';

/** What the prelude returns: an outcome, and what the operation adds to it. */
type Reply = BatchOutcome & {
  failures?: LuaFailure[];
  failure?: LuaFailure;
  result?: LuaRunResult;
  reloaded?: boolean;
  state?: unknown;
  variables?: VariableInfo[];
  listeners?: number;
  methods?: Record<string, string[]>;
};

/** The Lua side of one live session; see `LiveRuntime`. `startThread` is for tests. */
export function createLiveRuntime(
  options: LiveRuntimeOptions,
  startThread: StartThread = startWorkerThread,
): LiveRuntime {
  const { baseDir, projectDir, sessionId, permissions, offLimits, status, limits } = options;
  /** Pages, by whether the VM knows them; after a restart it does not, until they reconnect. */
  const pages = new Map<string, boolean>();
  let calls: ThreadCalls | undefined;
  let shown: string | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const tell = (outcome: BatchOutcome) => {
    const { pushes, events, problems = [] } = outcome;
    if (pushes.length + events.length + problems.length > 0) options.onOutcome(outcome);
  };
  const timers = createSessionTimers((handle) =>
    inTurn(async () => tell(unasked(await perform('timer', { handle })))),
  );

  function launch(): ThreadCalls {
    timers.clearAll();
    return createThreadCalls(
      { baseDir, projectDir, sessionId, permissions, offLimits, status, limits },
      startThread,
      (notice) => {
        if (notice.kind === 'log') options.log(notice.stream, notice.text);
        else if (notice.kind === 'timer') timers.add(notice.handle, notice.ms, notice.repeat);
        else timers.clear(notice.handle);
      },
    );
  }

  async function perform(op: string, input: object): Promise<Reply> {
    if (closed) throw new TandemError('ended', 'The live session is closed.');
    if (!calls) throw new TandemError('conflict', 'The live session is not started.');
    let answer: VmReply;
    try {
      answer = await calls.call(op, input);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      return restart(error.message, op);
    }
    if (!('stopped' in answer)) return JSON.parse(answer.output) as Reply;
    if (answer.exhausted) return restart(answer.stopped.message, op);
    const saved: BatchOutcome = answer.output === '' ? { pushes: [], events: [] } : JSON.parse(answer.output);
    const failure = toFailure(answer.stopped.message);
    options.log('stderr', `${answer.stopped.message}\n`);
    return { ...saved, failure };
  }

  /** All Lua data is gone: load the files again, and tell the pages that what they show is outdated. */
  async function restart(reason: string, op: string): Promise<Reply> {
    await calls?.close();
    calls = launch();
    const failure: LuaFailure = {
      message: `${reason}. The session was restarted: its files were reloaded, its other data is lost.`,
    };
    options.log('stderr', `${failure.message}\n`);
    for (const id of pages.keys()) pages.set(id, false);
    try {
      // Files that cannot be loaded would break the next thread, too.
      await calls.call('start', { bare: op === 'start' });
      if (shown !== undefined && op !== 'display') await calls.call('display', { app: shown });
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      await calls.close();
      calls = launch();
      await calls.call('start', { bare: true });
    }
    options.onRestart(reason);
    const pushes = [...pages.keys()].map((connectionId) => ({
      connectionId,
      messages: [restarted(undefined)],
    }));
    return { pushes, events: [], failure };
  }

  const plain = ({ pushes, events, problems }: Reply): BatchOutcome => ({
    pushes,
    events,
    ...(problems && { problems }),
  });
  /** Nobody gets the result of what a person or a timer did, so a call that was stopped is a problem. */
  const unasked = (reply: Reply): BatchOutcome => {
    const { problems = [], ...rest } = plain(reply);
    return reply.failure ? { ...rest, problems: [...problems, reply.failure.message] } : plain(reply);
  };
  const act = (op: string, input: object = {}) => inTurn(async () => plain(await perform(op, input)));

  /** A query has no outcome; side effects are delivered like those of timers. */
  const ask = async (op: string) => {
    const reply = await perform(op, {});
    tell(reply);
    return reply;
  };

  return {
    start: () =>
      inTurn(async () => {
        if (closed) throw new TandemError('ended', 'The live session is closed.');
        calls ??= launch();
        const reply = await perform('start', {});
        const failures = [...(reply.failures ?? []), ...(reply.failure ? [reply.failure] : [])];
        return { ...plain(reply), failures };
      }),
    connect: (connectionId) =>
      inTurn(async () => {
        const reply = await perform('connect', { connectionId });
        pages.set(connectionId, true);
        return plain(reply);
      }),
    disconnect: (connectionId) =>
      inTurn(async () => {
        pages.delete(connectionId);
        return plain(await perform('disconnect', { connectionId }));
      }),
    receive: (connectionId, { messages, seen }) =>
      inTurn(async () => {
        const known = pages.get(connectionId);
        if (known === undefined) throw new TandemError('not_found', `Page "${connectionId}" not found.`);
        if (!known) return { pushes: [{ connectionId, messages: refuseAll(messages) }], events: [] };
        return unasked(await perform('receive', { connectionId, messages, seen }));
      }),
    run: (code) =>
      inTurn(async () => {
        const reply = await perform('run', { code });
        if (reply.failure) return { ...plain(reply), failure: reply.failure };
        return { ...plain(reply), result: reply.result ?? { json: 'null' } };
      }),
    display: (app) =>
      inTurn(async () => {
        const reply = await perform('display', { app });
        if (!reply.failure) shown = app;
        return reply.failure ? { ...plain(reply), failure: reply.failure } : plain(reply);
      }),
    reload: (path) =>
      inTurn(async () => {
        const { reloaded = false, failure, ...rest } = await perform('reload', { path });
        return { ...plain(rest), reloaded, ...(failure && { failure }) };
      }),
    refreshType: (type) => act('refresh', { type }),
    publish: (topic, data) =>
      inTurn(async () => {
        const reply = await perform('publish', { topic, data });
        return { ...unasked(reply), listeners: reply.listeners ?? 0 };
      }),
    inform: (facts) => act('inform', facts),
    touch: () => act('touch'),
    state: () => inTurn(async () => (await ask('state')).state ?? null),
    variables: () => inTurn(async () => (await ask('variables')).variables ?? []),
    methods: () => inTurn(async () => (await ask('methods')).methods ?? {}),
    async close() {
      closed = true;
      timers.clearAll();
      await calls?.close();
    },
  };
}

function idOf(message: LiveMessage): number | undefined {
  return message.type === 'create' ? message.data.id : message.data.varId;
}

function restarted(varId: number | undefined): LiveMessage {
  const description = 'The session was restarted; reload the page.';
  return {
    type: 'error',
    data: { ...(varId !== undefined && { varId }), code: 'session-restarted', description },
  };
}

function refuseAll(messages: LiveMessage[]): LiveMessage[] {
  return [...new Set(messages.map(idOf))].map(restarted);
}
