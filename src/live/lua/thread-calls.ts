import { TandemError } from '../../errors.ts';
import type { LuaThread, StartThread } from './lua-thread.ts';
import type { SessionVmOptions, VmReply } from './session-vm.ts';
import type { FromThread } from './thread-protocol.ts';

/** The thread was lost during a call, and why; another one has to be started. */
export class ThreadLost extends Error {}

export interface ThreadCalls {
  /** One at a time: the caller waits for the result before it calls again. */
  call(op: string, input: object): Promise<VmReply>;
  close(): Promise<void>;
}

type ThreadNotice = Exclude<FromThread, { kind: 'answer' | 'broken' | 'ready' | 'stopping' }>;

/** How long a thread may take to start on a busy machine. */
const START_MS = 30_000;

/** Calls with a watchdog: Lua's own clock gets the first try, then the thread is terminated. */
export function createThreadCalls(
  options: SessionVmOptions,
  startThread: StartThread,
  onNotice: (notice: ThreadNotice) => void,
): ThreadCalls {
  const { callMs } = options.limits;
  const patience = callMs + Math.max(200, callMs / 2);
  let waiting: { id: number; resolve(answer: VmReply): void; reject(error: Error): void } | undefined;
  let lost: ThreadLost | undefined;
  let ready = false;
  let closed = false;
  let watchdog: NodeJS.Timeout | undefined;
  let last = 0;

  const settle = () => {
    clearTimeout(watchdog);
    const was = waiting;
    waiting = undefined;
    return was;
  };
  const lose = (reason: string) => {
    if (lost) return;
    lost = new ThreadLost(reason);
    settle()?.reject(lost);
    void thread.terminate();
  };
  const watch = () => {
    clearTimeout(watchdog);
    const ms = ready ? patience : START_MS;
    watchdog = setTimeout(
      () => lose(`it ran longer than ${callMs} ms and could not be stopped otherwise`),
      ms,
    );
  };
  const onMessage = (message: FromThread) => {
    if (message.kind === 'ready') {
      ready = true;
      if (waiting) watch();
    } else if (message.kind === 'answer') {
      if (waiting?.id === message.id) settle()?.resolve(message.answer);
    } else if (message.kind === 'stopping') watch();
    else if (message.kind === 'broken') lose(`the Lua VM crashed: ${message.message}`);
    else onNotice(message);
  };
  const thread: LuaThread = startThread(options, onMessage, (reason) => lose(reason));

  return {
    async call(op, input) {
      if (closed) throw new TandemError('ended', 'The live session is closed.');
      if (lost) throw lost;
      const text = toJson(input);
      return new Promise((resolve, reject) => {
        last++;
        waiting = { id: last, resolve, reject };
        watch();
        thread.post({ id: last, op, input: text });
      });
    },
    async close() {
      closed = true;
      settle()?.reject(new TandemError('ended', 'The live session was closed.'));
      await thread.terminate();
    },
  };
}

function toJson(input: object): string {
  try {
    return JSON.stringify(input);
  } catch (cause) {
    throw new TandemError('invalid_input', 'The message is nested too deeply.', { cause });
  }
}
