import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageModel } from 'ai';
import type { Area, AreaServices } from '../area/area.ts';
import { rescueLeft } from '../area/rescue-left.ts';
import type { Tool } from '../area/tool.ts';
import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { Calls } from './calls/calls.ts';
import { type ServedTool, ToolFolder } from './load/tool-folder.ts';
import { watchFolders } from './load/watch-folders.ts';
import { createModelSampler } from './sampling/model-sampler.ts';
import type { Sampler } from './sampling/sampler.ts';
import { createAnswerRoute } from './serve/answer-route.ts';
import { toAskLink } from './serve/ask-link.ts';
import { createAskResult } from './serve/ask-result.ts';
import { createAskSockets } from './serve/ask-sockets.ts';
import { createClientRoutes } from './serve/client-routes.ts';
import { toMcpTool } from './serve/to-mcp-tool.ts';
import type { AnyMcpTool } from './tool/mcp-tool.ts';

export interface AskAreaOptions {
  /** Folders of tools, each the `tools/` of a project. */
  folders?: readonly string[];
  /** Tools from code; with the file of its components, if its questions have any. */
  tools?: readonly (AnyMcpTool | ToolWithClient)[];
  /** The model for `ctx.sample`; called when a tool first needs it. */
  model?: () => Promise<LanguageModel | undefined>;
  /** Whether tools of other areas may ask with `ctx.ask`: `ask_result` is then offered even if there are no asking tools. */
  othersAsk?(): boolean;
  /** Names of other areas' tools. */
  reserved?: readonly string[];
  log: Logger;
}

export interface ToolWithClient {
  tool: AnyMcpTool;
  /** The file of its plugin, such as `new URL('./plugin.tsx', import.meta.url)`: bundled for our pages, never loaded here. */
  client: URL;
}

/** The area and, for code that builds on it, its tools and their calls. */
export interface AskArea extends Area {
  /** Whether it has anything to serve. */
  isEmpty: boolean;
  /** Once it has started. */
  calls(): Calls;
  /** As the files are now. */
  askingTools(): Promise<readonly AnyMcpTool[]>;
}

export function isAskArea(area: Area): area is AskArea {
  return 'askingTools' in area;
}

const HOUR = 60 * 60_000;

/** Tools that ask the person and the model in the middle of their work. */
export function createAskArea(options: AskAreaOptions): AskArea {
  const { log } = options;
  const folders = (options.folders ?? []).map((dir) => new ToolFolder({ dir, log }));
  const fromCode = (options.tools ?? []).map(toServed);
  const isEmpty = fromCode.length === 0 && !folders.some(({ dir }) => existsSync(dir));
  let running: { calls: Calls; services: AreaServices } | undefined;
  let closers: (() => unknown)[] = [];
  let offered: Tool[] | undefined;

  const runningOrThrow = () => {
    if (!running) throw new TandemError('unavailable', 'Asking tools have not started yet; try again.');
    return running;
  };
  const serving = () => {
    const { calls, services } = runningOrThrow();
    return { calls, link: (askId: string) => toAskLink(services.web, askId) };
  };
  const calls = () => runningOrThrow().calls;
  const served = (): ServedTool[] => {
    const taken = new Set(['ask_result', ...(options.reserved ?? [])]);
    return [...fromCode, ...folders.flatMap((folder) => folder.tools)].filter(({ tool: { name } }) => {
      if (taken.has(name)) return false;
      taken.add(name);
      return true;
    });
  };

  async function refresh(): Promise<boolean> {
    const changed = await Promise.all(folders.map((folder) => folder.refresh()));
    if (!changed.includes(true)) return false;
    offered = undefined;
    return true;
  }

  const clients = createClientRoutes(async () => {
    await refresh();
    return served();
  });

  return {
    isEmpty,
    calls,
    asking: {
      beginRound(call) {
        const { calls, link } = serving();
        return calls.beginRound(call, link);
      },
    },
    async askingTools() {
      await refresh();
      return served().map(({ tool }) => tool);
    },
    name: 'ask',
    opensDoors: isEmpty,
    ...(isEmpty
      ? {}
      : {
          instructions:
            'ask: some tools ask the person while they work. If your client shows no questions they return {"status":"waiting","askId","url"}: give the person the link, then call ask_result.',
        }),
    get tools() {
      offered ??= [
        ...served().map((tool) => toMcpTool(tool, serving)),
        ...(isEmpty && !options.othersAsk?.() ? [] : [createAskResult(serving)]),
      ];
      return offered;
    },
    pages: [
      { path: '/asks', file: 'ask.html', title: 'Questions' },
      { path: '/asks/:id', file: 'ask.html' },
    ],
    routes: [createAnswerRoute(calls), ...clients.routes],
    sockets: [...clients.sockets, ...createAskSockets(calls, log)],
    load: refresh,
    async start(services) {
      if (running) return;
      const { sessions } = services;
      const sampler = await loadSampler(options);
      const started = new Calls({
        sessions,
        log,
        sampler,
        async tool(name) {
          await refresh();
          return served().find(({ tool }) => tool.name === name)?.tool;
        },
      });
      running = { calls: started, services };
      const sweep = () =>
        void started.sweep().catch((error: unknown) => log.error('sweep of calls failed', error));
      sweep();
      const sweeping = setInterval(sweep, HOUR).unref();
      const stopRescuing = rescueLeft(
        () =>
          started
            .rescue()
            .catch((error: unknown) => log.error('calls of other processes could not be resumed', error)),
        services.homes,
      );
      const stopWatching = await watchFolders(
        folders.map(({ dir }) => dir),
        async () => {
          if (await refresh()) {
            services.notify.toolsChanged();
            // A call may wait for a tool that fits its journal.
            sweep();
          }
          clients.changed();
        },
        log,
      );
      closers = [() => clearInterval(sweeping), stopRescuing, stopWatching, () => started.close()];
    },
    async close() {
      await Promise.all(closers.splice(0).map((close) => close()));
      running = undefined;
    },
  };
}

function toServed(given: AnyMcpTool | ToolWithClient): ServedTool {
  if (!('tool' in given)) return { tool: given, hasPlugin: false };
  const { tool, client } = given;
  if (!(client instanceof URL) || !existsSync(client))
    throw new TandemError(
      'invalid_config',
      `Tool "${tool.name}": client is not an existing file. Pass the path of its plugin, not the plugin itself: { tool, client: new URL('./plugin.tsx', import.meta.url) }.`,
    );
  return { tool, hasPlugin: true, client: { plugin: fileURLToPath(client) } };
}

/** A model that cannot be loaded is reported when it is needed; other tools still work. */
async function loadSampler({ model, log }: AskAreaOptions): Promise<Sampler | undefined> {
  try {
    const loaded = await model?.();
    return loaded && createModelSampler(loaded);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    log.warn(`the model for ctx.sample cannot be loaded: ${why}`);
    return async () => {
      throw new TandemError('unavailable', `The configured model cannot be loaded: ${why}`, { cause: error });
    };
  }
}
