import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CallContext } from '../../src/area/call-context.ts';
import { Problems } from '../../src/area/problems.ts';
import type { Tool, ToolResult } from '../../src/area/tool.ts';
import type { Principal } from '../../src/auth/principal.ts';
import type { App } from '../../src/lowdefy/app/app.ts';
import { loadApp } from '../../src/lowdefy/app/load-app.ts';
import { appSessions } from '../../src/lowdefy/app-sessions.ts';
import type { EngineBlock, EngineContext, Lowdefy } from '../../src/lowdefy/engine/engine-types.ts';
import type { AppRunner } from '../../src/lowdefy/runner/app-runner.ts';
import { createLocalRunner } from '../../src/lowdefy/runner/local-runner.ts';
import { createRunningApps } from '../../src/lowdefy/runner/running-apps.ts';
import type { AppTools } from '../../src/lowdefy/tools/app-tools.ts';
import { BuildNotices } from '../../src/lowdefy/tools/build-notices.ts';
import { createInteract } from '../../src/lowdefy/tools/interact.ts';
import { LastViews } from '../../src/lowdefy/tools/last-views.ts';
import { createNavigate } from '../../src/lowdefy/tools/navigate.ts';
import { SeenMenus } from '../../src/lowdefy/tools/seen-menus.ts';
import { defaultLimits } from '../../src/session/limits.ts';
import type { SessionStore } from '../../src/session/session-store.ts';
import { Sessions } from '../../src/session/sessions.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A form of this many blocks: a heading, a text that reads the state, a button, and inputs of four kinds. */
function formPage(pageId: string, blocks: number) {
  const inputs = Array.from({ length: blocks - 3 }, (_, i) => toInput(i));
  const click = [{ id: 'set', type: 'SetState', params: { clicks: { _sum: [{ _state: 'clicks' }, 1] } } }];
  return {
    id: pageId,
    type: 'Box',
    properties: { title: `Form of ${blocks} blocks` },
    blocks: [
      { id: 'heading', type: 'Title', properties: { content: 'A form', level: 2 } },
      ...inputs,
      {
        id: 'told',
        type: 'Paragraph',
        properties: { content: { '_string.concat': ['For ', { _state: 'field_0' }] } },
      },
      { id: 'go', type: 'Button', properties: { title: 'Go' }, events: { onClick: click } },
    ],
  };
}

function toInput(i: number): object {
  const id = `field_${i}`;
  const title = `Field number ${i}`;
  const options = ['red', 'green', 'blue'].map((value) => ({ value, label: value.toUpperCase() }));
  switch (i % 5) {
    case 1:
      return { id, type: 'NumberInput', properties: { title, min: 0 } };
    case 2:
      return { id, type: 'Selector', properties: { title, options } };
    case 3:
      return {
        id,
        type: 'TextArea',
        visible: { _ne: [{ _state: 'field_0' }, 'hide'] },
        properties: { title },
      };
    default:
      return { id, type: 'TextInput', required: i === 0, properties: { title, placeholder: 'Type here' } };
  }
}

/** Fills ten fields of a form, then clicks; with other values each time, so that there is something to report. */
export function fillAndClick(round: number): Record<string, unknown>[] {
  const fills = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => ({
    type: 'setValue',
    blockId: `field_${i}`,
    value: i % 5 === 1 ? round : i % 5 === 2 ? ['red', 'green'][round % 2] : `text ${round}`,
  }));
  return [...fills, { type: 'triggerEvent', blockId: 'go', event: 'onClick' }];
}

export interface BenchFolder {
  dir: string;
  app: App;
  remove(): Promise<void>;
}

/** A folder with an app that has a page `form_N` for each size and others with given names, really built. */
export async function makeApp(sizes: number[], others: string[] = []): Promise<BenchFolder> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-bench-app-'));
  const pages = [
    ...sizes.map((blocks) => formPage(`form_${blocks}`, blocks)),
    ...others.map((pageId) => formPage(pageId, 30)),
  ];
  writeFileSync(join(dir, 'lowdefy.yaml'), stringify({ lowdefy: '4.0.0-rc.11', name: 'Bench', pages }));
  const app = await loadApp({ dir, log, env: {} });
  const remove = async () => {
    await app.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, app, remove };
}

/** The tools of `lowdefy` in this process, called like a client calls them. */
export interface BenchTools {
  newSession(): Promise<string>;
  navigate(sessionId: string, pageId: string): Promise<ToolResult>;
  interact(sessionId: string, actions: Record<string, unknown>[], view?: string): Promise<ToolResult>;
  /** Drops the session's engine, as happens when it is idle. */
  drop(sessionId: string): Promise<void>;
}

export function makeTools(app: App | AppRunner, store: SessionStore): BenchTools {
  const runner = 'facts' in app ? app : createLocalRunner(app);
  const running = createRunningApps({ bench: async () => runner }, new Problems());
  const tools: AppTools = {
    ...running,
    lastViews: new LastViews(),
    buildNotices: new BuildNotices(),
    seenMenus: new SeenMenus(),
  };
  const limits = { ...defaultLimits, maxSessionsPerUser: 10_000 };
  const principal: Principal = {
    userId: 'ada',
    roles: [],
    user: null,
    kind: 'agent',
    name: 'bench',
    local: true,
  };
  const sessions = new Sessions({ store, limits, kinds: [appSessions], log });
  const ctx = { principal, sessions, signal: new AbortController().signal } as CallContext;
  const [navigate, interact] = [createNavigate(tools), createInteract(tools)];
  const call = async (tool: Tool, input: object): Promise<ToolResult> => {
    const result = (await tool.handle(tool.input.parse(input), ctx)) as ToolResult;
    if (`${result.text}${result.note}`.includes('"success":false')) throw new Error(result.note);
    return result;
  };
  return {
    newSession: async () => (await sessions.create(principal, { kind: 'app', name: 'Bench' })).sessionId,
    navigate: (sessionId, pageId) => call(navigate, { sessionId, pageId }),
    interact: (sessionId, actions, view) => call(interact, { sessionId, actions, ...(view && { view }) }),
    drop: async (sessionId) => (await running.get('bench')).drop(sessionId),
  };
}

/** The engine alone on a page, with only what it needs to run; as it is, or evaluating only what changed. */
export async function bareContext(
  app: App,
  pageId: string,
  engine: 'stock' | 'incremental' = 'stock',
): Promise<EngineContext> {
  const { packages } = app;
  const config = await packages.api.getPageConfig(app.createApiContext(null), { pageId });
  const lowdefy: Lowdefy = {
    contexts: {},
    inputs: {},
    apiResponses: {},
    basePath: '',
    home: { configured: false, pageId: null },
    menus: [],
    lowdefyGlobal: {},
    pageId,
    user: null,
    _internal: {
      actions: packages.actions,
      // With another table than the tracked one, the engine evaluates as it would by itself.
      operators: engine === 'stock' ? { ...packages.clientOperators } : packages.clientOperators,
      blockComponents: bareComponents(app),
      callRequest: async () => ({}),
      displayMessage: () => () => {},
      updateBlock: () => {},
      globals: { window: { location: {} }, document: null },
    },
  };
  const getContext = packages.engine.getContext as (options: object) => EngineContext;
  const context = getContext({ config: packages.helpers.serializer.copy(config), lowdefy });
  await context._internal.runOnInit(() => {});
  await context._internal.runOnInitAsync(() => {});
  return context;
}

const components = new WeakMap<App, object>();

/** In a browser these are the same for every page. */
function bareComponents(app: App): object {
  const known = components.get(app);
  if (known) return known;
  const metas = Object.entries(app.packages.blockMetas);
  const made = Object.fromEntries(metas.map(([type, meta]) => [type, { meta }]));
  components.set(app, made);
  return made;
}

/** What `fillAndClick` does, on the engine alone. */
export async function doBare(context: EngineContext, actions: Record<string, unknown>[]): Promise<void> {
  const { map } = context._internal.RootBlocks as { map: Record<string, EngineBlock> };
  for (const { type, blockId, value, event } of actions) {
    const block = map[String(blockId)];
    if (type === 'setValue') block?.setValue?.(value);
    else await block?.triggerEvent({ name: String(event) });
  }
}
