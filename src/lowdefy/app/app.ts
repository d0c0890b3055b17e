import type { Logger } from '../../lib/logger.ts';
import type { ClientFacts } from '../client/client-facts.ts';
import type { AppWrites, NamedResource } from '../named/named-resource.ts';
import type { NamedTool } from '../named/named-tool.ts';
import type { AppEndpoint } from './endpoints.ts';
import type { ResourceSettings } from './mcp-resource-schema.ts';
import type { ThemeTokens } from './theme-tokens.ts';

/** The `@lowdefy/*` packages an app runs on: its own where it has them, else ours. */
export interface LowdefyPackages {
  version: string;
  engine: { getContext: unknown; createLink: unknown };
  api: {
    /** Fails with one sentence for the agent, without secrets. */
    callRequest(context: object, call: object): Promise<{ response: unknown }>;
    /** From 4.5 on. */
    callEndpoint?(context: object, call: object): Promise<unknown>;
    /** From 5 on: a stream of messages in the AI SDK's format. */
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
  /** Everything this app uses, and everything else that is installed. */
  clientOperators: Record<string, unknown>;
  actions: Record<string, unknown>;
  /** type → { category, valueType, initValue }. */
  blockMetas: Record<string, BlockMeta>;
  /** `mcpRender` of custom blocks, by type. */
  mcpRenders: Record<string, McpRender>;
  /** `mcpOutput` of custom blocks, by type. */
  mcpOutputs: Record<string, McpOutput>;
  /** The dependency of a package; undefined if either is missing. */
  loadDependency?(of: string, name: string): Promise<Record<string, unknown> | undefined>;
}

export interface BlockMeta {
  category: 'input' | 'display' | 'container' | 'list' | 'input-container';
  valueType?: string;
  initValue?: unknown;
}

/** How a custom block shows itself to agents; may use {{areas.KEY}} and {{list}}. */
export type McpRender = (args: Record<string, unknown>) => string;

/** The data that a custom block shows, for agents. */
export type McpOutput = OfPlugin<(args: { value: unknown; properties: Record<string, unknown> }) => unknown>;

/** With the name of the plugin, for messages. */
export type OfPlugin<T> = T & { plugin?: string };

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
  /** Hidden from agents. */
  exclude?: boolean;
  /** Needs a person's approval; a text is what they are told. */
  confirm?: boolean | string;
  /** Methods that agents may call even if no control on the page does, such as `open` of a dialog. */
  methods?: string[];
  /** About the tools made of it. */
  toolName?: string;
  description?: string;
  enabled?: boolean;
}

export interface McpPageSettings extends McpBlockSettings {
  /** Requests that need a person's approval, by id. */
  requests?: Record<string, boolean | string>;
  blocks: Record<string, McpBlockSettings>;
}

/** `mcp:` of an app, from `lowdefy.yaml` or `tandem.yaml`. */
export interface McpAppSettings {
  enabled: boolean;
  readOnly: boolean;
  /** Every event that writes needs a person's approval. */
  confirm?: 'writes';
  /** Whether anything needs a person's approval; known once the app is built. */
  needsApproval?: boolean;
  /** Endpoints that need it because of `confirm: writes`. */
  confirmEndpoints?: string[];
  /** Whether an approval may be given in the client's own form as well. */
  approveInClient: boolean;
  /** Pages that agents must not see. */
  exclude: string[];
  /** `tools.X.enabled: false`: a call of X returns the reason. */
  disabledTools: string[];
  /** Kinds of actions that are disabled (`mcp.actions`). */
  disabledActions: string[];
  /** Folders that agents may upload files from, absolute or relative to the app. */
  uploads: string[];
  pages: Record<string, McpPageSettings>;
  /** Which of the app's own tools are offered besides those that other settings name. */
  expose: 'forms' | 'all' | string[];
  /** `tools.X` of names that are not stock tools. */
  tools: Record<string, NamedToolSettings>;
  resources: Record<string, ResourceSettings>;
  /** How pages are written for agents that do not choose. */
  format?: 'tags' | 'compact';
}

/** `mcp.tools.<name>` of a tool that is made from the app. */
export interface NamedToolSettings {
  enabled?: boolean;
  description?: string;
  confirm?: boolean | string;
  page?: string;
  submit?: string;
}

/** A Lowdefy app, built and ready to run. */
export interface App {
  /** The folder's name, which identifies the app among several. */
  name: string;
  /** `name:` of `lowdefy.yaml`. */
  title?: string;
  dir: string;
  /** The finished build. */
  buildDirectory: string;
  /** Changes when the build does. */
  buildId: string;
  /** Files and folders it was built from. */
  sources: string[];
  /** A note for readers of every page: the app runs on a Lowdefy version it was not written for. */
  notice?: string;
  /** Unknown block types, and why they are unknown. */
  unknownBlocks: Record<string, string>;
  /** How the engine differs from the known ones; for the agent. */
  engineNote?: string;
  packages: LowdefyPackages;
  settings: McpAppSettings;
  /** In configuration order, without the page that Lowdefy adds for unknown addresses. */
  pages: AppPage[];
  /** Endpoints that pages may call; from 4.5 on. */
  endpoints: AppEndpoint[];
  /** Whether it has chats with its own agents; from 5 on. */
  usesAgents: boolean;
  /** What its real client is made from. */
  client: ClientFacts;
  /** False if the app keeps a database in memory: a second engine would have a different one. */
  canShare: boolean;
  /** Tools made from its pages and endpoints, for all users. */
  tools: NamedTool[];
  resources: NamedResource[];
  writes: AppWrites;
  /** If the app reads its theme: all its design tokens. */
  themeTokens?: ThemeTokens;
  /** From 4.5 on: the functions that the build generated from `_js`, for getContext. */
  jsMap?: Record<string, unknown>;
  /** Everything `@lowdefy/api` needs, for one user. */
  createApiContext(user: Record<string, unknown> | null): object;
  log: Logger;
  /** Closes database pools and the like. */
  close(): Promise<void>;
}

export interface AppPage {
  pageId: string;
  /** The title as far as it is plain text in the configuration; operators are left out. */
  title: string | null;
  auth: { public: boolean; roles?: string[] };
}
