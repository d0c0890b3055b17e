import type { Route, Socket, SocketConnection } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { ToolClientList } from '../../protocol/tool-client-list.ts';
import { ClientBundles } from '../load/client-bundles.ts';
import type { ServedTool } from '../load/tool-folder.ts';

export interface ClientRoutes {
  routes: Route[];
  sockets: Socket[];
  /** Notifies open pages that a file has changed. */
  changed(): void;
}

/** The client parts of tools, bundled for the pages that show their questions. */
export function createClientRoutes(served: () => Promise<ServedTool[]>): ClientRoutes {
  const bundles = new ClientBundles();
  const pages = new Set<SocketConnection>();

  async function describe({ tool: { name }, client }: ServedTool): Promise<ToolClientList['clients']> {
    if (!client) return [];
    const base = `/api/tools/${encodeURIComponent(name)}`;
    try {
      const { version, css } = await bundles.get(client);
      const js = `${base}/client.js?v=${version}`;
      return [{ toolName: name, js, ...(css ? { css: `${base}/client.css?v=${version}` } : {}) }];
    } catch (error) {
      return [{ toolName: name, error: (error as Error).message }];
    }
  }

  const serve = (kind: 'js' | 'css', type: string): Route => ({
    door: 'page',
    method: 'GET',
    path: `/api/tools/:name/client.${kind}`,
    async handle(_request, { params, url }) {
      const found = (await served()).find(({ tool }) => tool.name === params.name);
      if (!found?.client)
        throw new TandemError('not_found', `The tool "${params.name}" has no browser plugin.`);
      const bundle = await bundles.get(found.client);
      const isThat = url.searchParams.get('v') === bundle.version;
      return new Response(bundle[kind], {
        headers: {
          'Content-Type': `${type}; charset=utf-8`,
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': isThat ? 'private, max-age=31536000, immutable' : 'no-store',
        },
      });
    },
  });

  return {
    routes: [
      {
        door: 'page',
        method: 'GET',
        path: '/api/tools/clients',
        async handle() {
          const clients = (await Promise.all((await served()).map(describe))).flat();
          return Response.json({ clients } satisfies ToolClientList, {
            headers: { 'Cache-Control': 'no-store' },
          });
        },
      },
      serve('js', 'text/javascript'),
      serve('css', 'text/css'),
    ],
    sockets: [
      {
        door: 'page',
        path: '/ws/tools',
        connect(connection) {
          pages.add(connection);
          connection.onClose(() => pages.delete(connection));
        },
      },
    ],
    changed() {
      for (const page of pages) page.send('changed');
    },
  };
}
