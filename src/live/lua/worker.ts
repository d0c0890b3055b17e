import { parentPort, workerData } from 'node:worker_threads';
import type { SessionVmOptions } from './session-vm.ts';
import { serveThread, type ToThread } from './thread-protocol.ts';

const port = parentPort;
if (!port) throw new Error('worker.js runs as a worker thread only');

const served = await serveThread(workerData as SessionVmOptions, (message) => port.postMessage(message));
port.on('message', (message: ToThread) => served.receive(message));
port.postMessage({ kind: 'ready' });
