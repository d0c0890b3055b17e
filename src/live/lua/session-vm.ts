import type { LiveMessage } from '../../protocol/live-messages.ts';
import { toFlatMessages } from './flat-messages.ts';
import { createHostCommands } from './host/host-commands.ts';
import { createHostFiles } from './host/host-files.ts';
import { createHostHttp } from './host/host-http.ts';
import { createLuaSources, listApps } from './host/lua-sources.ts';
import { createOpenStreams } from './host/open-streams.ts';
import type { LiveRuntimeOptions } from './live-runtime.ts';
import { createLuaVm, type HostFunction, LuaError } from './lua-vm.ts';
import { readPrelude } from './prelude.ts';

export type SessionVmOptions = Pick<
  LiveRuntimeOptions,
  'baseDir' | 'projectDir' | 'sessionId' | 'permissions' | 'offLimits' | 'status' | 'limits'
>;

/** What the VM sends in addition to its results. */
export interface SessionVmEvents {
  log(stream: 'stdout' | 'stderr', text: string): void;
  timer(handle: number, ms: number, repeat: boolean): void;
  clearTimer(handle: number): void;
  /** A call was stopped, and what can be saved is being saved, which takes extra time. */
  stopping(): void;
}

/** Above this share of its memory, a VM that ran out of memory will do so again at once. */
const FULL = 0.6;

export type VmReply =
  | { output: string }
  /**
   * The call failed in Lua; `output` contains what could still be done, and the failure is a separate field for the
   * caller.
   */
  | { output: string; stopped: { message: string; kind: LuaError['kind'] }; exhausted: boolean };

export interface SessionVm {
  call(op: string, input: object): VmReply;
  close(): void;
}

type Input = { messages?: LiveMessage[] };

/** A Lua VM with the prelude and the host functions that the permissions allow. It blocks while it works. */
export async function createSessionVm(
  options: SessionVmOptions,
  events: SessionVmEvents,
): Promise<SessionVm> {
  const {
    baseDir,
    projectDir = baseDir,
    sessionId,
    permissions,
    offLimits = [],
    status = {},
    limits,
  } = options;
  const streams = createOpenStreams();
  let deadline = Number.POSITIVE_INFINITY;
  const output = createLogBuffer(events);
  const http = createHostHttp({ network: permissions.network, deadline: () => deadline });
  const functions: Record<string, HostFunction> = {
    ...streams.functions,
    ...createHostFiles({ baseDir, files: permissions.files, offLimits, add: streams.add }),
    ...createHostCommands({
      baseDir,
      projectDir,
      commands: permissions.commands,
      add: streams.add,
      deadline: () => deadline,
      log: output.write,
    }),
    ...http.functions,
    ...createLuaSources(baseDir),
    log: (stream, text) => output.write(stream === 'stderr' ? 'stderr' : 'stdout', asText(text)),
    now: () => performance.now(),
    timer: (handle, ms, repeat) => events.timer(Number(handle), Number(ms), repeat === true),
    clear: (handle) => events.clearTimer(Number(handle)),
  } as Record<string, HostFunction>;
  const vm = await createLuaVm({
    memoryBytes: limits.memoryBytes,
    host: (name, ...args) => {
      const work = functions[String(name)];
      if (!work) throw new Error(`no host function ${String(name)}`);
      return work(...args);
    },
  });
  for (const { name, source } of readPrelude()) vm.load(source, name);

  const run = (op: string, input: unknown): string => {
    deadline = Date.now() + limits.callMs;
    return vm.call(op, input, deadline);
  };

  function prepare(op: string, input: Input): object {
    if (op === 'start') return { ...input, sessionId, status, apps: listApps(baseDir) };
    if (op === 'receive') return { ...input, messages: toFlatMessages(input.messages ?? []) };
    return input;
  }

  function call(op: string, input: object): VmReply {
    try {
      return { output: run(op, prepare(op, input as Input)) };
    } catch (error) {
      if (!(error instanceof LuaError)) throw error;
      const stopped = { message: explain(error, limits), kind: error.kind };
      const full = error.kind === 'memory' && vm.used() > limits.memoryBytes * FULL;
      const saved = full ? undefined : finish(stopped.message);
      return { output: saved ?? '', stopped, exhausted: saved === undefined };
    } finally {
      output.flush();
    }
  }

  /**
   * Several variables may each take too long: each costs another call, and is not computed again. Empty if the VM has
   * no memory left to continue.
   */
  function finish(reason: string): string | undefined {
    for (let tries = 0; tries < 3; tries++) {
      events.stopping();
      try {
        return run('after', { reason: reason.split('\n')[0] });
      } catch (error) {
        if (!(error instanceof LuaError)) throw error;
        if (error.kind === 'memory') return undefined;
      }
    }
    return '';
  }

  return {
    call,
    close: () => {
      streams.closeAll();
      http.close();
    },
  };
}

function explain(error: LuaError, { callMs, memoryBytes }: SessionVmOptions['limits']): string {
  if (error.kind === 'deadline')
    return error.message.replace('longer than allowed', `longer than ${callMs} ms`);
  if (error.kind === 'memory')
    return `${error.message} (the session may hold ${Math.round(memoryBytes / 1024 / 1024)} MiB)`;
  return error.message;
}

function asText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value ?? '');
}

const MAX_LOG_PER_CALL = 1024 * 1024;
const FLUSH_AT = 32 * 1024;

/** Output in few pieces, and limited: a loop that prints must not fill the server's memory. */
function createLogBuffer({ log }: SessionVmEvents) {
  let stream: 'stdout' | 'stderr' = 'stdout';
  let parts: string[] = [];
  let held = 0;
  let total = 0;
  const send = () => {
    if (parts.length > 0) log(stream, parts.join(''));
    parts = [];
    held = 0;
  };
  return {
    write(to: 'stdout' | 'stderr', text: string): undefined {
      if (total > MAX_LOG_PER_CALL) return;
      total += text.length;
      if (to !== stream) send();
      stream = to;
      parts.push(total > MAX_LOG_PER_CALL ? '… (more than 1 MiB in one call is cut)\n' : text);
      held += text.length;
      if (held > FLUSH_AT) send();
    },
    flush(): void {
      send();
      total = 0;
    },
  };
}
