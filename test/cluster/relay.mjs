import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Between the instances and their database: a network that can be cut. */
export async function createRelay(target) {
  const { hostname, port } = new URL(target);
  const sockets = new Set();
  /** Over which nothing arrives any more, also when new ones work again. */
  const dead = new WeakSet();
  let mode = 'open';
  const server = createServer((socket) => {
    if (mode === 'refused') return socket.destroy();
    const there = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ]) {
      sockets.add(from);
      if (mode === 'silent') dead.add(from);
      from.on('data', (chunk) => {
        if (!dead.has(from)) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String(server.address().port);
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    /** Connections are closed, and new ones as soon as they are made. */
    refuse() {
      mode = 'refused';
      cutAll();
    },
    /** Nothing arrives any more, and nobody is told: as when a cable is cut. */
    silence() {
      mode = 'silent';
      for (const socket of sockets) dead.add(socket);
    },
    /** Open for new connections; the silent ones stay silent, as after a failover to another machine. */
    open() {
      mode = 'open';
    },
    close() {
      server.close();
      cutAll();
    },
  };
}
