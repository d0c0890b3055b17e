import { operators } from 'lowdefy-client';
import type { ToFrame } from '../protocol/frame-messages.ts';
import { createReplica } from './create-replica.ts';
import { openPort } from './port.ts';

/** Starts the app in its frame. Messages that arrive while one is handled wait. */
async function start(): Promise<void> {
  let line: Promise<void> = Promise.resolve();
  const port = await openPort((message: ToFrame) => {
    line = line
      .then(() => replica.take(message))
      .catch((error: unknown) => {
        port.send({ type: 'trouble', message: String(error).slice(0, 2000) });
      });
  });
  const given = new URLSearchParams(location.search);
  const replica = createReplica({
    send: port.send,
    operators,
    app: given.get('app'),
    style: given.get('style'),
    base: given.get('base') ?? '',
  });
  replica.start();
}

void start();
