import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serveCli } from '../cli/run-cli.ts';
import { type Cleanup, eventually, tempDir } from '../harness.ts';
import { type FakeBrowser, fakeBrowser, signIn } from './fake-browser.ts';
import { connectHttp, connectStdio, type LiveAgent } from './live-agent.ts';
import { openWatchingPage, type SocketPage } from './socket-page.ts';

export type Via = 'stdio' | 'http';
export const VIAS: readonly Via[] = ['stdio', 'http'];

/** A server process with live UIs, and an agent that speaks to it. */
export interface Live {
  dir: string;
  /** The base folder that the helpers below work in: `<dir>/ui`. */
  base: string;
  agent: LiveAgent;
  browser: FakeBrowser;
  write(path: string, content: string): void;
  /** A file of the base folder, without the newline at its end. */
  file(path: string): string;
  configure(): Promise<void>;
  /** Configured and started; answers the address. */
  start(): Promise<string>;
  /** A request to an endpoint for scripts, with the token. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The cookie of a person's browser, got the way browsers get it. */
  cookie(sessionId?: string): Promise<string>;
  /** A page that shows the app. */
  page(session?: string): Promise<SocketPage>;
}

export interface StartOptions {
  /** Files of the base folder. */
  files?: Record<string, string>;
  /** Of the served folder. */
  yaml?: string;
  dir?: string;
  /** Stays as `launch` left it. */
  launched?: boolean;
  /** What the browser does after writing down the address. */
  opener?: string;
}

/** Over HTTP the launch finds a file in its way, so that the server begins unconfigured as over stdio. */
const BLOCKED = 'live: { baseDir: in-the-way }\n';

export async function startLive(cleanup: Cleanup, via: Via, options: StartOptions = {}): Promise<Live> {
  const dir = options.dir ?? tempDir(cleanup);
  const base = join(dir, 'ui');
  const write = (path: string, content: string) => put(join(base, path), content);
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);
  const yaml = options.yaml ?? (via === 'http' && !options.launched ? BLOCKED : '');
  put(join(dir, 'tandem.yaml'), yaml);
  if (yaml === BLOCKED) put(join(dir, 'in-the-way'), '');
  const browser = fakeBrowser(cleanup, options.opener);
  const env = { PATH: browser.path };
  const agent = via === 'stdio' ? await connectStdio(cleanup, dir, env) : await overHttp(cleanup, dir, env);
  const file = (path: string) => readFileSync(join(base, path), 'utf8').trimEnd();
  const cookies = new Map<string, string>();

  const live: Live = {
    dir,
    base,
    agent,
    browser,
    write,
    file,
    async configure() {
      await agent.ask('ui_configure', { base_dir: base });
    },
    async start() {
      await live.configure();
      return (await agent.ask('ui_start')).text;
    },
    get: (path, init = {}) =>
      fetch(`http://127.0.0.1:${file('mcp-port')}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${file('ui-token')}`, ...init.headers },
      }),
    async cookie(sessionId = '1') {
      const before = browser.opened().length;
      await agent.ask('ui_open_browser', { sessionId });
      const url = await eventually('the browser to open', () => browser.opened()[before]);
      return (await signIn(url)).cookie;
    },
    async page(session = '1') {
      const url = `http://127.0.0.1:${file('ui-port')}`;
      const cookie = cookies.get(url) ?? (await live.cookie());
      cookies.set(url, cookie);
      return openWatchingPage(cleanup, { url, cookie, session });
    },
  };
  return live;
}

async function overHttp(cleanup: Cleanup, dir: string, env: Record<string, string>): Promise<LiveAgent> {
  const serving = await serveCli(dir, { env });
  cleanup.add(() => serving.stop('SIGKILL'));
  return connectHttp(cleanup, serving.mcp, serving.file('mcp-key'));
}

export function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
