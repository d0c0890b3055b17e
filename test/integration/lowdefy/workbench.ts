import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { vi } from 'vitest';
import type { Area } from '../../../src/area/area.ts';
import type { CallContext } from '../../../src/area/call-context.ts';
import type { Question } from '../../../src/area/question.ts';
import type { ToolResult } from '../../../src/area/tool.ts';
import type { Principal } from '../../../src/auth/principal.ts';
import { TandemError } from '../../../src/errors.ts';
import type { App } from '../../../src/lowdefy/app/app.ts';
import { loadApp } from '../../../src/lowdefy/app/load-app.ts';
import { appSessions } from '../../../src/lowdefy/app-sessions.ts';
import type { LogItem } from '../../../src/lowdefy/bridge/recorder.ts';
import { createLowdefyArea } from '../../../src/lowdefy/lowdefy-area.ts';
import { createLocalRunner } from '../../../src/lowdefy/runner/local-runner.ts';
import { parseInput } from '../../../src/mcp/parse-input.ts';
import { loadConfig } from '../../../src/server/load-config.ts';
import { defaultLimits } from '../../../src/session/limits.ts';
import { Sessions } from '../../../src/session/sessions.ts';
import { createMemoryStore } from '../../../src/stores/memory-store.ts';
import { type Cleanup, tempDir } from '../harness.ts';
import { withFullLog } from './mcp-client.ts';
import { linkLowdefy } from './test-lowdefy.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A tool's result, parsed. */
export interface Answer {
  /** The page as markdown; empty with `view: none`. */
  page: string;
  log: LogItem[];
  /** Everything as one text. */
  text: string;
  isError: boolean;
  structured: unknown;
}

export interface State {
  pageId: string;
  state: Record<string, unknown>;
  global: Record<string, unknown>;
  requests: Record<string, unknown>;
}

/** The fixture app in this process, used through the tools like a client, without the wire. */
export interface Workbench {
  dir: string;
  app: App;
  sessions: Sessions;
  /** A tool call by this user; invalid input and refusals are returned, bugs are thrown. */
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  /** The same sessions for another user. */
  as(user: Record<string, unknown> | null): Workbench;
  /** Drops all engines, as a restart does; sessions are restored from what was saved. */
  restart(app?: App): void;
  open(pageId?: string): Promise<AppUser>;
}

/** One session and its calls. */
export interface AppUser {
  sessionId: string;
  navigate(pageId: string, more?: Record<string, unknown>): Promise<Answer>;
  /** The log of these actions. */
  act(...actions: Record<string, unknown>[]): Promise<LogItem[]>;
  /** The one action's line of the log. */
  do(action: Record<string, unknown>): Promise<LogItem>;
  set(blockId: string, value: unknown): Promise<LogItem>;
  click(blockId: string): Promise<LogItem>;
  trigger(blockId: string, event: string, payload?: unknown): Promise<LogItem>;
  method(blockId: string, method: string, ...args: unknown[]): Promise<LogItem>;
  state(): Promise<State>;
  /** The whole page. */
  page(): Promise<string>;
}

export function copyFixtureApp(cleanup: Cleanup): string {
  const dir = join(tempDir(cleanup), 'operate');
  cpSync(fileURLToPath(new URL('app', import.meta.url)), dir, { recursive: true });
  const db = new Database(join(dir, 'data.db'));
  db.exec(
    "create table notes (id integer primary key, text text not null, at text); insert into notes (text) values ('one'), ('two')",
  );
  db.close();
  return dir;
}

export async function loadFixture(dir: string): Promise<App> {
  linkLowdefy(dir);
  const { mcp } = await loadConfig(dir, {});
  const { readOnly, exclude, tools, pages } = mcp;
  return loadApp({ dir, log, env: {}, settings: { readOnly, exclude, tools, pages } });
}

export async function openWorkbench(cleanup: Cleanup, dir = copyFixtureApp(cleanup)): Promise<Workbench> {
  // The engine prints every error of an app, and these apps fail on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const app = await loadFixture(dir);
  cleanup.add(() => app.close());
  const limits = { ...defaultLimits, maxSessionsPerUser: 10_000, maxResultTokens: 200_000 };
  const sessions = new Sessions({ store: createMemoryStore(), limits, kinds: [appSessions], log });
  const running = { area: areaOf(app), app };
  return workbenchOf(dir, sessions, running, null);
}

interface Running {
  area: Area;
  app: App;
}

function areaOf(app: App): Area {
  // Closing an area closes its app, which outlives a simulated restart.
  return createLowdefyArea({ operate: async () => createLocalRunner({ ...app, close: async () => {} }) });
}

function workbenchOf(
  dir: string,
  sessions: Sessions,
  running: Running,
  user: Record<string, unknown> | null,
): Workbench {
  const bench: Workbench = {
    dir,
    get app() {
      return running.app;
    },
    sessions,
    call,
    as: (other) => workbenchOf(dir, sessions, running, other),
    restart(app = running.app) {
      void running.area.close?.();
      Object.assign(running, { area: areaOf(app), app });
    },
    async open(pageId) {
      const { structured } = await call('session_create', { name: 'test' });
      const appUser = userOf(bench, (structured as { sessionId: string }).sessionId);
      if (pageId !== undefined) await appUser.navigate(pageId);
      return appUser;
    },
  };
  return bench;

  async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
    const tool = running.area.tools?.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    try {
      const input = parseInput(tool.input, withFullLog(name, args), name);
      const result = (await tool.handle(input, toContext(sessions, user))) as ToolResult;
      return toAnswer(result);
    } catch (error) {
      if (!(error instanceof TandemError)) throw error;
      return toAnswer({ text: error.message, isError: true });
    }
  }
}

function toContext(sessions: Sessions, user: Record<string, unknown> | null): CallContext {
  const principal: Principal = {
    userId: String(user?.id ?? 'local'),
    roles: (user?.roles ?? []) as string[],
    user,
    kind: 'agent',
    name: 'agent',
    local: true,
  };
  // Nobody answers here: what is asked is all there is to see.
  const ask = async (_key: string, { message }: Question) => ({
    pending: { structured: { asked: message } },
  });
  return { principal, sessions, signal: new AbortController().signal, ask } as unknown as CallContext;
}

function toAnswer({ text, note, structured, isError }: ToolResult): Answer {
  const log = (note ?? (text?.startsWith('[{') || text === '[]' ? text : undefined)) as string | undefined;
  return {
    page: note === undefined ? '' : (text ?? ''),
    log: isError || log === undefined ? [] : parseLog(log),
    text: [text, note].filter((part) => part !== undefined).join('\n'),
    isError: isError === true,
    structured,
  };
}

function parseLog(text: string): LogItem[] {
  return text.startsWith('[') ? (JSON.parse(text) as LogItem[]) : [];
}

export function userOf(bench: Workbench, sessionId: string): AppUser {
  const user: AppUser = {
    sessionId,
    navigate: (pageId, more = {}) => bench.call('navigate', { sessionId, pageId, ...more }),
    async act(...actions) {
      const answer = await bench.call('interact', { sessionId, actions, view: 'none' });
      if (answer.isError) throw new Error(answer.text);
      return answer.log;
    },
    async do(action) {
      const [item] = await user.act(action);
      if (!item) throw new Error('no line in the log');
      return item;
    },
    set: (blockId, value) => user.do({ type: 'setValue', blockId, value }),
    click: (blockId) => user.trigger(blockId, 'onClick'),
    trigger: (blockId, event, payload) =>
      user.do({ type: 'triggerEvent', blockId, event, ...(payload === undefined ? {} : { payload }) }),
    method: (blockId, method, ...args) => user.do({ type: 'callMethod', blockId, method, args }),
    async state() {
      const { text, isError } = await bench.call('get_state', { sessionId });
      if (isError) throw new Error(text);
      return JSON.parse(text) as State;
    },
    async page() {
      // An action that this engine does not have shows the page without changing it.
      const actions = [{ type: 'callApi', endpointId: 'none' }];
      const { page, isError, text } = await bench.call('interact', { sessionId, actions, view: 'full' });
      if (isError) throw new Error(text);
      return page;
    },
  };
  return user;
}
