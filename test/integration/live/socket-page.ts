import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LooseMessage } from '../../live/loose-message.ts';
import { createPage, type Page } from '../../live/page.ts';
import type { Cleanup } from '../harness.ts';

/** A browser page at protocol level, over a real socket. */
export interface SocketPage extends Page {
  socket: WebSocket;
  /** Every frame as it came. */
  frames: string[];
  /** Resolves when the received messages make it true. */
  until<T>(what: string, look: () => T): Promise<NonNullable<T>>;
  /** As a person: sent at once, and answered at once. */
  click(varId: number, value?: unknown): void;
  sendText(text: string): void;
  /** A round trip: everything sent before has been processed. */
  settle(): Promise<void>;
  closed: Promise<{ code: number; reason: string }>;
}

const DEADLINE_MS = 150_000;

export interface PageOptions {
  /** `http://127.0.0.1:PORT` */
  url: string;
  cookie?: string;
  session?: string;
  origin?: string;
}

export async function openPage(cleanup: Cleanup, options: PageOptions): Promise<SocketPage> {
  const socket = connectSocket(cleanup, options);
  const page = toPage(socket);
  await once(socket, 'open');
  return page;
}

/** The status with which an upgrade is refused. */
export async function refusalOf(cleanup: Cleanup, options: PageOptions): Promise<number> {
  const socket = connectSocket(cleanup, options);
  socket.on('error', () => {});
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => reject(new Error('it was let in')));
  });
}

function connectSocket(
  cleanup: Cleanup,
  { url, cookie, session = '1', origin = url }: PageOptions,
): WebSocket {
  const headers = {
    ...(cookie === undefined ? {} : { Cookie: cookie }),
    ...(origin ? { Origin: origin } : {}),
  };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/${session}`, { headers });
  cleanup.add(() => socket.terminate());
  return socket;
}

function toPage(socket: WebSocket): SocketPage {
  const sendText = (text: string) => socket.send(text);
  const page = createPage(async (messages) => sendText(JSON.stringify({ userEvent: false, messages })));
  const frames: string[] = [];
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const one of woken) one();
  };
  socket.on('message', (data) => {
    const text = String(data);
    frames.push(text);
    const value = JSON.parse(text) as LooseMessage | LooseMessage[];
    page.hear(Array.isArray(value) ? value : [value]);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  void closed.then(wake);

  const until = async <T>(what: string, look: () => T): Promise<NonNullable<T>> => {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const seen = look();
      if (seen) return seen;
      const rest = deadline - Date.now();
      if (rest <= 0) throw new Error(`waited in vain for ${what}; heard ${frames.join('\n').slice(-2000)}`);
      if (socket.readyState >= WebSocket.CLOSING) throw new Error(`the page was closed before ${what}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, rest);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  };

  let asked = 0;
  return Object.assign(page, {
    socket,
    frames,
    until,
    sendText,
    closed,
    click(varId: number, value: unknown = null) {
      sendText(JSON.stringify({ userEvent: true, messages: [{ type: 'update', data: { varId, value } }] }));
    },
    async settle() {
      // Refused, and so answered, in the order in which frames are handled.
      const varId = 900_000_000 + ++asked;
      sendText(
        JSON.stringify({ userEvent: true, messages: [{ type: 'update', data: { varId, value: 0 } }] }),
      );
      await until('a round trip', () => page.errors.has(varId));
      page.errors.delete(varId);
    },
  });
}

/** A page that shows the app, as the browser begins. */
export async function openWatchingPage(cleanup: Cleanup, options: PageOptions): Promise<SocketPage> {
  const page = await openPage(cleanup, options);
  page.sendText(JSON.stringify({ userEvent: false, messages: [{ type: 'watch', data: { varId: 1 } }] }));
  await page.until('variable 1', () => page.values.has(1));
  return page;
}
