import { getRequestListener } from '@hono/node-server';
import { TandemError } from '../errors.ts';
import { toErrorResponse } from '../lib/error-response.ts';
import type { NodePair } from './exchange.ts';
import { createHttpApp } from './http-app.ts';
import type { HttpOptions } from './http-options.ts';
import type { Mounted, MountOptions } from './mount-options.ts';
import { createMountedLocate, createMountedSite, isMountedAt, toMountPoint } from './mounted-site.ts';
import { toNodeExchange } from './node-exchange.ts';
import type { PublicAddress } from './public-address.ts';
import { createWebExchange } from './web-exchange.ts';

/** A mounted server as the program sees it. */
export interface Mount extends Mounted {
  at: PublicAddress;
  close(): void;
}

/** Serve from within somebody else's server. `hosts`: names besides that of the mount point which are good in Host. */
export function createMount(options: HttpOptions, mount: MountOptions, hosts: readonly string[]): Mount {
  const at = toMountPoint(mount);
  const app = createHttpApp(options, createMountedSite(options, mount, at));
  const locate = createMountedLocate(at, app.routes, hosts);
  let isClosed = false;
  const answer = getRequestListener(
    (request, pair) => {
      const { incoming, outgoing } = pair as NodePair;
      if (isClosed) return closed();
      return app.fetch(request, incoming.url ?? '/', toNodeExchange({ incoming, outgoing }), locate);
    },
    // The process is not ours: its Request and Response stay as they are.
    { overrideGlobalObjects: false },
  );
  const closed = () =>
    toErrorResponse(new TandemError('unavailable', 'Tandem is closed in this server.'), options);

  return {
    at,
    async fetch(request) {
      if (isClosed) return closed();
      const { pathname, search, host } = new URL(request.url);
      const { exchange, finish } = createWebExchange(request);
      return finish(
        await app.fetch(request, `${pathname}${search}`, exchange, (header, target) =>
          // Not every server passes Host on.
          locate(header ?? host, target),
        ),
      );
    },
    async node(req, res) {
      // Routers cut off the path that they are mounted at, and keep the whole one here.
      const { originalUrl } = req as { originalUrl?: string };
      if (originalUrl !== undefined) req.url = originalUrl;
      await answer(req, res);
    },
    upgrade(req, socket, head) {
      if (isClosed || !isMountedAt(at, req.headers.host, req.url ?? '/')) return false;
      app.sockets.upgrade(req, socket, head, locate, { address: req.socket.remoteAddress });
      return true;
    },
    close() {
      isClosed = true;
      app.sockets.close();
    },
  };
}
