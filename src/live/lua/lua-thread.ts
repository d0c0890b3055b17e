import { Worker } from 'node:worker_threads';
import type { SessionVmOptions } from './session-vm.ts';
import { type FromThread, serveThread, type ToThread } from './thread-protocol.ts';
import { workerFile } from './worker-file.ts';

export interface LuaThread {
  post(message: ToThread): void;
  terminate(): Promise<void>;
}

/** Starts the thread of a session; `onMessage` receives its messages, `onExit` is called if it ends unasked. */
export type StartThread = (
  options: SessionVmOptions,
  onMessage: (message: FromThread) => void,
  onExit: (reason: string) => void,
) => LuaThread;

export const startWorkerThread: StartThread = (options, onMessage, onExit) => {
  const worker = new Worker(workerFile(), {
    workerData: options,
    // The VM has its own memory; this limits the JavaScript around it.
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let over = false;
  const gone = (reason: string) => {
    if (over) return;
    over = true;
    onExit(reason);
  };
  worker.on('message', (message: FromThread) => {
    if (!over) onMessage(message);
  });
  worker.on('error', (error) => gone(error.message));
  worker.on('exit', () => gone('the thread ended'));
  return {
    post: (message) => worker.postMessage(message),
    async terminate() {
      over = true;
      await worker.terminate();
    },
  };
};

/**
 * The same in the caller's thread: nothing can stop it from outside, so only for tests, which then need no build and
 * can step through the code.
 */
export const startInlineThread: StartThread = (options, onMessage, onExit) => {
  let over = false;
  const send = (message: FromThread) => {
    if (!over) onMessage(message);
  };
  const serving = serveThread(options, send).then((served) => {
    send({ kind: 'ready' });
    return served;
  });
  serving.catch((error: unknown) => onExit(String(error)));
  return {
    post: (message) => void serving.then((served) => served.receive(message)),
    async terminate() {
      over = true;
      (await serving).close();
    },
  };
};
