import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { createLiveRuntime } from '../../../src/live/lua/create-live-runtime.ts';
import type { BatchOutcome, LiveRuntime } from '../../../src/live/lua/live-runtime.ts';
import { startInlineThread } from '../../../src/live/lua/lua-thread.ts';
import { ViewdefStore } from '../../../src/live/viewdefs/viewdef-store.ts';
import type { LiveFrame } from '../../../src/protocol/live-messages.ts';
import type { LooseMessage } from '../../live/loose-message.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

interface Frame {
  userEvent: boolean;
  messages: LooseMessage[];
}

/** One live session behind a real port: what the browser half needs of a server, and nothing more. */
export interface LiveServer {
  port: number;
  url: string;
  baseDir: string;
  /** Frames that pages sent. */
  frames: Frame[];
  /** Events for the agent. */
  events: unknown[];
  write(path: string, content: string): void;
  run(code: string): Promise<unknown>;
  /** Upload or change views, as a saved file does. */
  views(views: Record<string, string | null>): Promise<void>;
  /** Set properties of variable 1 on every page. */
  tell(properties: Record<string, string>): void;
  inform: LiveRuntime['inform'];
  variables: LiveRuntime['variables'];
  display(app: string): Promise<void>;
  /** Close every connection as a lost network, or with a code. */
  cut(code?: number): void;
  /** Stops listening; `resume` comes back on the same port, with the session or with another one in its place. */
  stop(): Promise<void>;
  resume(session?: 'same' | 'new' | 'none'): Promise<void>;
  close(): Promise<void>;
}

export async function startLiveServer(files: Record<string, string> = {}): Promise<LiveServer> {
  const baseDir = mkdtempSync(join(tmpdir(), 'tandem-live-e2e-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const viewdefs = new ViewdefStore(baseDir);
  const sockets = new Map<string, WebSocket>();
  const watchers = new Set<WebSocket>();
  const frames: Frame[] = [];
  const events: unknown[] = [];
  let lastConnection = 0;
  let isGone = false;
  let properties: Record<string, string> = {};

  const send = (connectionId: string, messages: LooseMessage[]) =>
    sockets.get(connectionId)?.send(JSON.stringify(messages));
  const deliver = <T extends BatchOutcome>(outcome: T): T => {
    for (const { connectionId, messages } of outcome.pushes) send(connectionId, messages);
    events.push(...outcome.events);
    return outcome;
  };
  const startRuntime = async () => {
    const made = createLiveRuntime(
      {
        baseDir,
        sessionId: '1',
        permissions: { files: 'base_dir', commands: 'none', network: 'none' },
        limits: { callMs: 5000, memoryBytes: 128 * 1024 * 1024 },
        log: () => {},
        onOutcome: deliver,
        onRestart: () => {},
      },
      startInlineThread,
    );
    deliver(await made.start());
    return made;
  };
  let runtime = await startRuntime();
  viewdefs.scan();

  const viewsText = () =>
    JSON.stringify(Object.fromEntries(viewdefs.all().map(({ key, html }) => [key, html])));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    void serve(pathname, response);
  });
  async function serve(pathname: string, response: ServerResponse): Promise<void> {
    response.setHeader('Content-Security-Policy', POLICY);
    const [, first = '', second = ''] = pathname.split('/');
    const isSession = pathname === '/' || /^\d+$/.test(first);
    if (isSession && (isGone || !['', '1'].includes(first))) response.writeHead(404).end('No such session');
    else if (isSession && second === 'variables.json')
      response.end(JSON.stringify(await runtime.variables()));
    else if (isSession && second === 'variables')
      sendFile(response, join(ROOT, 'dist/web/live/variables.html'));
    else if (isSession) {
      const own = join(baseDir, 'html/index.html');
      sendFile(response, existsSync(own) ? own : join(ROOT, 'dist/web/live/live.html'));
    } else if (first === 'live') sendFile(response, join(ROOT, 'dist/web', pathname));
    else if (first === 'shoelace')
      sendFile(
        response,
        join(ROOT, 'node_modules/@shoelace-style/shoelace/cdn', pathname.slice('/shoelace'.length)),
      );
    else sendFile(response, join(baseDir, 'html', pathname));
  }

  const acceptor = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (isGone) {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
      return;
    }
    acceptor.handleUpgrade(request, socket, head, (ws) => {
      if (request.url?.endsWith('/variables')) void watch(ws);
      else void accept(ws);
    });
  });
  async function accept(ws: WebSocket): Promise<void> {
    lastConnection++;
    const id = String(lastConnection);
    sockets.set(id, ws);
    const connected = runtime.connect(id);
    ws.on('close', () => {
      sockets.delete(id);
      // The session may have ended before.
      runtime.disconnect(id).then(deliver, () => {});
    });
    ws.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      frames.push(frame);
      if (frame.messages.some(({ type, data: { varId } }) => type === 'watch' && varId === 1))
        send(id, [
          { type: 'update', data: { varId: 1, properties: { ...properties, viewdefs: viewsText() } } },
        ]);
      void runtime.receive(id, frame as LiveFrame).then(deliver);
    });
    deliver(await connected);
  }
  async function watch(ws: WebSocket): Promise<void> {
    watchers.add(ws);
    ws.on('close', () => watchers.delete(ws));
    let last = '';
    while (ws.readyState === ws.OPEN) {
      const text = JSON.stringify(await runtime.variables());
      if (text !== last) ws.send(text);
      last = text;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = (code?: number) => {
    for (const ws of [...sockets.values(), ...watchers])
      if (code) ws.close(code);
      else ws.terminate();
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    baseDir,
    frames,
    events,
    write,
    cut,
    async run(code) {
      const answer = deliver(await runtime.run(code));
      if ('failure' in answer) throw new Error(`${answer.failure.message}\n${answer.failure.traceback}`);
      return JSON.parse(answer.result.json) as unknown;
    },
    async views(changed) {
      const text = JSON.stringify(changed);
      for (const [key, html] of Object.entries(changed)) {
        const at = key.lastIndexOf('.');
        if (html !== null) viewdefs.upload(key.slice(0, at), key.slice(at + 1), html);
      }
      for (const id of sockets.keys())
        send(id, [{ type: 'update', data: { varId: 1, properties: { viewdefs: text } } }]);
      for (const key of Object.keys(changed))
        deliver(await runtime.refreshType(key.slice(0, key.lastIndexOf('.'))));
    },
    tell(given) {
      properties = { ...properties, ...given };
      for (const id of sockets.keys()) send(id, [{ type: 'update', data: { varId: 1, properties: given } }]);
    },
    inform: async (facts) => deliver(await runtime.inform(facts)),
    variables: () => runtime.variables(),
    async display(app) {
      viewdefs.scan();
      const answer = deliver(await runtime.display(app));
      if (answer.failure) throw new Error(answer.failure.message);
    },
    async stop() {
      server.close();
      cut();
      server.closeAllConnections();
    },
    async resume(session = 'same') {
      isGone = session === 'none';
      if (session === 'new') {
        await runtime.close();
        runtime = await startRuntime();
      }
      await listen(port);
    },
    async close() {
      server.close();
      cut();
      server.closeAllConnections();
      await runtime.close();
      rmSync(baseDir, { recursive: true, force: true });
    },
  };
}

function sendFile(response: ServerResponse, file: string): void {
  if (!existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
  response.end(readFileSync(file));
}
