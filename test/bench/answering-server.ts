import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

interface Message {
  type: string;
  data: { id: number; varId: number; properties: Record<string, string> };
}

/**
 * A server without Lua that knows one screen by heart and responds at once, so that what remains is the page's own
 * work. Everything but the variables comes from `origin`.
 */
export async function startAnswering(origin: string, files: Record<string, string>, rows: number) {
  const server = createServer((request, response) => {
    void fetch(origin + (request.url ?? '/')).then(async (answer) => {
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const views = Object.entries(files).map(([file, html]) => [file.replace(/^.*\/|\.html$/g, ''), html]);
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    const paths = new Map<number, string>();
    let items = 0;
    let row = 0;
    const object = (varId: number, type: string) => ({ varId, value: { obj: varId }, properties: { type } });
    const list = (length: number) => ({
      varId: items,
      value: Array.from({ length }, (_, i) => ({ obj: i })),
    });

    function create({ id, properties: { path = '', access } }: Message['data']): object[] {
      paths.set(id, path);
      if (access === 'action') return [];
      if (path === 'value') return [object(id, 'App')];
      if (path === 'rows')
        return [{ varId: id, properties: { fallbackNamespace: 'list-item' } }, object(id, 'lua.ViewList')];
      if (path === 'item') return [object(id, 'Row')];
      if (/^\d+$/.test(path)) return [object(id, 'lua.ViewListItem')];
      if (path === 'items') {
        items = id;
        return [list(0)];
      }
      if (path === 'name') row++;
      return [{ varId: id, value: path === 'name' || path === 'mail' ? `${path} ${row}` : null }];
    }

    function answer({ type, data }: Message): object[] {
      if (type === 'create') return create(data);
      if (type === 'watch')
        return [
          { varId: 1, properties: { viewdefs: JSON.stringify(Object.fromEntries(views)) } },
          object(1, 'MCP'),
        ];
      if (type !== 'update' || !['fill()', 'clear()'].includes(paths.get(data.varId) ?? '')) return [];
      row = 0;
      return [list(paths.get(data.varId) === 'fill()' ? rows : 0)];
    }

    socket.on('message', (text) => {
      const { messages } = JSON.parse(String(text)) as { messages: Message[] };
      const updates = messages.flatMap(answer).map((data) => ({ type: 'update', data }));
      if (updates.length > 0) socket.send(JSON.stringify(updates));
    });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
