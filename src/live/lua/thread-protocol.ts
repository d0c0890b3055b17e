import { createSessionVm, type SessionVmOptions, type VmReply } from './session-vm.ts';

export interface ToThread {
  id: number;
  op: string;
  /** JSON: for thousands of small objects it is faster than copying them. */
  input: string;
}

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: VmReply }
  | { kind: 'stopping' }
  /** The VM itself is broken; nothing more will come from it. */
  | { kind: 'broken'; message: string }
  | { kind: 'log'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'timer'; handle: number; ms: number; repeat: boolean }
  | { kind: 'clear'; handle: number };

/** The thread's side: creates the VM, then handles one message after the other. */
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
        // A trap in WASM: its memory can no longer be trusted.
        send({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
      }
    },
    close: () => vm.close(),
  };
}
