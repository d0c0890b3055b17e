import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that was free a moment ago, for those who must name it before they bind it. */
export async function freePort() {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address();
  holder.close();
  await once(holder, 'close');
  return port;
}
