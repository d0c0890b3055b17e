import { type ToolClientList, toolClientsSchema } from '../../protocol/tool-client-list.ts';
import type { AskPlugin } from '../../react/index.ts';
import { offerModules } from './offer-modules.ts';
import { readBody } from './read-message.ts';
import { serverPath } from './server-path.ts';
import { stayConnected } from './stay-connected.ts';

export interface ToolClients {
  /** False until it is known which tools have a client part. */
  isLoaded: boolean;
  plugins: ReadonlyMap<string, AskPlugin>;
  /** Why a tool's client part is not there, by tool. */
  errors: ReadonlyMap<string, string>;
}

type Client = ToolClientList['clients'][number];

/** The client parts of the tools that are served, as they change. */
export function createToolClients() {
  const listeners = new Set<() => void>();
  const loaded = new Map<string, { js: string; plugin: AskPlugin }>();
  let state: ToolClients = { isLoaded: false, plugins: new Map(), errors: new Map() };

  async function load(): Promise<void> {
    const response = await fetch(serverPath('/api/tools/clients')).catch(() => undefined);
    // Without the list every question still has its form.
    const clients = response?.ok ? (await readBody(toolClientsSchema, response)).clients : [];
    const errors = new Map<string, string>();
    await Promise.all(
      clients.map(async (client) => {
        const error = await loadOne(client);
        if (error !== undefined) errors.set(client.toolName, error);
      }),
    );
    for (const name of loaded.keys())
      if (!clients.some(({ toolName }) => toolName === name)) loaded.delete(name);
    const plugins = new Map([...loaded].map(([name, { plugin }]) => [name, plugin]));
    state = { isLoaded: true, plugins, errors };
    for (const listener of listeners) listener();
  }

  async function loadOne({ toolName, js, css, error }: Client): Promise<string | undefined> {
    if (!js) {
      loaded.delete(toolName);
      return error ?? 'it has no module';
    }
    if (loaded.get(toolName)?.js === js) return undefined;
    try {
      await applyStyles(toolName, css);
      const exports = (await import(/* @vite-ignore */ serverPath(js))) as Record<string, unknown>;
      const plugin = Object.values(exports)
        .map((one) => (one as { client?: AskPlugin } | null)?.client)
        .find((client) => client?.toolName === toolName);
      if (!plugin) throw new Error(`it exports no plugin for ${toolName}`);
      loaded.set(toolName, { js, plugin });
      return undefined;
    } catch (failure) {
      loaded.delete(toolName);
      return (failure as Error).message;
    }
  }

  offerModules();
  // At once, and again when the server says so or was away: what changed meanwhile it told nobody.
  void load();
  let wasAway = false;
  stayConnected('/ws/tools', {
    onText: () => void load(),
    onOpen() {
      if (wasAway) void load();
    },
    onAway() {
      wasAway = true;
    },
  });
  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The styles of a tool's components; older ones go when the new ones are there. */
function applyStyles(toolName: string, href: string | undefined): Promise<void> {
  const old = [...document.querySelectorAll<HTMLLinkElement>('link[data-tool]')].filter(
    ({ dataset }) => dataset.tool === toolName,
  );
  const removeOld = () => {
    for (const link of old) link.remove();
  };
  if (!href) return Promise.resolve(removeOld());
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: serverPath(href) });
    link.dataset.tool = toolName;
    const done = () => {
      removeOld();
      resolve();
    };
    link.addEventListener('load', done);
    link.addEventListener('error', done);
    document.head.append(link);
  });
}
