import { parentPort, workerData } from 'node:worker_threads';
import type { HttpThreadOptions } from './host/http-thread.ts';
import type { SessionVmOptions } from './session-vm.ts';
import type { ToThread } from './thread-protocol.ts';

// The thread for requests needs no Lua VM, and the one with the VM needs no requests until it makes one.
if (isForHttp(workerData)) {
  const { serveHttp } = await import('./host/http-thread.ts');
  serveHttp(workerData);
} else await serveSession(workerData as SessionVmOptions);

async function serveSession(options: SessionVmOptions): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('worker.js runs as a worker thread only');
  const { serveThread } = await import('./thread-protocol.ts');
  const served = await serveThread(options, (message) => port.postMessage(message));
  port.on('message', (message: ToThread) => served.receive(message));
  port.postMessage({ kind: 'ready' });
}

function isForHttp(data: unknown): data is HttpThreadOptions {
  return typeof data === 'object' && data !== null && 'signal' in data;
}
