import type { Logger } from '../../lib/logger.ts';
import type { AppEndpoint } from './endpoints.ts';
import type { ThemeTokens } from './theme-tokens.ts';

/** The `@lowdefy/*` packages an app runs on: its own where it has them, else ours. */
export interface LowdefyPackages {
  version: string;
  engine: { getContext: unknown; createLink: unknown };
  api: {
    /** Fails with one sentence for the agent, without secrets in it. */
    callRequest(context: object, call: object): Promise<{ response: unknown }>;
    /** From 4.5 on. */
    callEndpoint?(context: object, call: object): Promise<unknown>;
    /** From 5 on: a stream of messages, as the AI SDK sends them. */
    callAgent?(context: object, call: object): Promise<{ response: Response }>;
    createApiContext(context: object): void;
    getPageConfig(context: object, page: { pageId: string }): Promise<Record<string, unknown> | null>;
    getRootConfig(context: object): Promise<{
      home: AppHome;
      lowdefyGlobal: Record<string, unknown>;
      menus: AppMenu[];
      /** From 5 on. */
      theme?: Record<string, unknown>;
    }>;
  };
  helpers: {
    serializer: {
      serializeToString(value: unknown): string;
      deserializeFromString(text: string): unknown;
      serialize(value: unknown): unknown;
      deserialize(value: unknown): unknown;
      copy<T>(value: T): T;
    };
    get(object: unknown, path: string | number, options: { default: unknown }): unknown;
    applyArrayIndices(indices: number[], path: string | number): string | number;
    urlQuery: { parse(text: string): Record<string, unknown>; stringify(query: object): string };
  };
  /** All that this app uses, and the rest that is at hand. */
  clientOperators: Record<string, unknown>;
  actions: Record<string, unknown>;
  /** type → { category, valueType, initValue }. */
  blockMetas: Record<string, BlockMeta>;
  /** `mcpRender` of custom blocks, by type. */
  mcpRenders: Record<string, McpRender>;
  /** What a package depends on; undefined when either is not at hand. */
  loadDependency?(of: string, name: string): Promise<Record<string, unknown> | undefined>;
}

export interface BlockMeta {
  category: 'input' | 'display' | 'container' | 'list' | 'input-container';
  valueType?: string;
  initValue?: unknown;
}

/** A custom block's own way to show itself to an agent; may use {{areas.KEY}} and {{list}}. */
export type McpRender = (args: Record<string, unknown>) => string;

export interface AppHome {
  configured: boolean;
  pageId: string | null;
}

export interface AppMenu {
  menuId: string;
  links: AppMenuItem[];
}

export interface AppMenuItem {
  type: 'MenuLink' | 'MenuGroup' | string;
  menuItemId?: string;
  pageId?: string;
  url?: string;
  properties?: { title?: string; icon?: unknown };
  auth?: { public: boolean; roles?: string[] };
  links?: AppMenuItem[];
}

/** A page's or block's `mcp:` keys; safety keys are never ignored. */
export interface McpBlockSettings {
  /** Left out of what agents see and do. */
  exclude?: boolean;
  /** Needs a person's approval. */
  confirm?: boolean;
  /** Methods that agents may call although no control of the page does: `open` of a dialog. */
  methods?: string[];
}

export interface McpPageSettings extends McpBlockSettings {
  blocks: Record<string, McpBlockSettings>;
}

/** `mcp:` of an app, from `lowdefy.yaml` or `tandem.yaml`. */
export interface McpAppSettings {
  enabled: boolean;
  readOnly: boolean;
  /** Pages that agents must not see. */
  exclude: string[];
  /** `tools.X.enabled: false`: the reason is told when X is called. */
  disabledTools: string[];
  /** Kinds of actions that are switched off (`mcp.actions`). */
  disabledActions: string[];
  /** Folders that agents may upload files from, absolute or relative to the app. */
  uploads: string[];
  pages: Record<string, McpPageSettings>;
}

/** A Lowdefy app, built and ready to run. */
export interface App {
  /** The folder's name: what tells several apps apart. */
  name: string;
  /** `name:` of `lowdefy.yaml`. */
  title?: string;
  dir: string;
  /** The finished build. */
  buildDirectory: string;
  /** Changes when the build does. */
  buildId: string;
  /** Files and folders that it was made from. */
  sources: string[];
  /** What readers of every page must know: that the app runs on a Lowdefy that it was not written for. */
  notice?: string;
  /** Types of blocks that nobody has, and why. */
  unknownBlocks: Record<string, string>;
  /** How the engine differs from those that are known; for the agent. */
  engineNote?: string;
  packages: LowdefyPackages;
  settings: McpAppSettings;
  /** In the order of the configuration, without the page that Lowdefy adds for addresses it does not know. */
  pages: AppPage[];
  /** Those that pages may call; from 4.5 on. */
  endpoints: AppEndpoint[];
  /** Whether it has chats with agents of its own; from 5 on. */
  usesAgents: boolean;
  /** False where the app keeps a database in memory: a second engine would have another one. */
  canShare: boolean;
  /** Where the app reads its theme: all design tokens of it. */
  themeTokens?: ThemeTokens;
  /** From 4.5 on: the functions that the build made of `_js`, for getContext. */
  jsMap?: Record<string, unknown>;
  /** Everything `@lowdefy/api` needs, for one user. */
  createApiContext(user: Record<string, unknown> | null): object;
  log: Logger;
  /** Database pools and the like. */
  close(): Promise<void>;
}

export interface AppPage {
  pageId: string;
  /** The title as far as it is plain text in the configuration; operators in it are left out. */
  title: string | null;
  auth: { public: boolean; roles?: string[] };
}
