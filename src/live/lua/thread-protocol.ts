import { createSessionVm, type SessionVmOptions, type VmReply } from './session-vm.ts';

export interface ToThread {
  id: number;
  op: string;
  /** JSON: for thousands of small objects it is quicker than having them copied. */
  input: string;
}

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: VmReply }
  | { kind: 'stopping' }
  /** The machine itself is broken; nothing more comes from it. */
  | { kind: 'broken'; message: string }
  | { kind: 'log'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'timer'; handle: number; ms: number; repeat: boolean }
  | { kind: 'clear'; handle: number };

/** The side of the thread: make the machine, then answer one message after the other. */
export async function serveThread(
  options: SessionVmOptions,
  send: (message: FromThread) => void,
): Promise<{ receive(message: ToThread): void; close(): void }> {
  const vm = await createSessionVm(options, {
    log: (stream, text) => send({ kind: 'log', stream, text }),
    timer: (handle, ms, repeat) => send({ kind: 'timer', handle, ms, repeat }),
    clearTimer: (handle) => send({ kind: 'clear', handle }),
    stopping: () => send({ kind: 'stopping' }),
  });
  return {
    receive({ id, op, input }) {
      try {
        send({ kind: 'answer', id, answer: vm.call(op, JSON.parse(input) as object) });
      } catch (error) {
        // A trap of the WASM machine: its memory cannot be trusted any more.
        send({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
      }
    },
    close: () => vm.close(),
  };
}
