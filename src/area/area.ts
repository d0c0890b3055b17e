import type { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import type { Logger } from '../lib/logger.ts';
import type { Homes } from '../session/instances.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Asking } from './asking.ts';
import type { CallContext } from './call-context.ts';
import type { InputRequired } from './input-required.ts';
import type { Notifier } from './notifier.ts';
import type { PresentPeople } from './present-people.ts';
import type { Problems } from './problems.ts';
import type { Route, Socket } from './route.ts';
import type { Content, Tool } from './tool.ts';
import type { WebDoors } from './web-doors.ts';

type Complete = (value: string, others: Record<string, string>) => string[] | Promise<string[]>;

export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  /** Base64. */
  blob?: string;
}

/**
 * Something agents can read by its URI: fixed (`uri`) or one of a family (`uriTemplate`).
 *
 * @example
 * ```ts
 * import type { Resource } from 'tandem-mcp';
 *
 * export const menu: Resource = {
 *   uri: 'bakery://menu',
 *   name: 'menu',
 *   mimeType: 'text/plain',
 *   read: (uri) => [{ uri, text: 'Carrot cake, apple pie' }],
 * };
 * ```
 */
export interface Resource {
  /** A fixed address, or a template such as `ui://{path}`. */
  uri?: string;
  uriTemplate?: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** As for a tool. */
  home?: string;
  read(
    uri: string,
    variables: Record<string, string>,
    ctx: CallContext,
  ): Promise<ResourceContents[]> | ResourceContents[];
  /** For a template with optional variables: their values in a URI, or undefined if the URI is of another resource. */
  match?(uri: string): Record<string, string> | undefined;
  /** Suggestions for a template's variables. */
  complete?: Record<string, Complete>;
}

/** A number that goes up and down. */
export interface Gauge {
  name: string;
  help: string;
  value: number;
}

export interface PromptMessage {
  role: 'user' | 'assistant';
  content: Content;
}

/**
 * A prompt that clients offer to their users, such as a slash command.
 *
 * @example
 * ```ts
 * import type { Prompt } from 'tandem-mcp';
 *
 * export const greet: Prompt = {
 *   name: 'greet',
 *   description: 'Greet the customer',
 *   get: () => [{ role: 'user', content: { type: 'text', text: 'Say hello to the customer.' } }],
 * };
 * ```
 */
export interface Prompt {
  name: string;
  title?: string;
  description?: string;
  arguments?: z.ZodObject;
  get(
    args: Record<string, unknown>,
    ctx: CallContext,
  ): Promise<PromptMessage[] | InputRequired> | PromptMessage[] | InputRequired;
  complete?: Record<string, Complete>;
}

/** What an area receives in `start`: sessions, change notifications, the addresses of pages, and a logger. */
export interface AreaServices {
  sessions: Sessions;
  notify: Notifier;
  web: WebDoors;
  log: Logger;
  /** Where the store is shared by several instances: which of them has what is in memory only. */
  homes?: Homes;
}

/**
 * One feature of the program, as data: its tools, resources, prompts, pages, routes and sockets.
 *
 * @example
 * ```ts
 * import { type Area, createTandem, defineTool } from 'tandem-mcp';
 * import { z } from 'zod';
 *
 * const hello = defineTool({
 *   name: 'hello',
 *   title: 'Hello',
 *   description: 'Greets somebody',
 *   input: z.strictObject({ name: z.string() }),
 *   handle: ({ name }) => ({ text: `Hello, ${name}!` }),
 * });
 * const greetings: Area = { name: 'greetings', tools: [hello] };
 *
 * const tandem = await createTandem({ dir: '.', areas: [greetings] });
 * ```
 */
export interface Area {
  name: string;
  /** A few sentences that teach an agent this area; all areas together stay under 300 tokens. */
  instructions?: string;
  tools?: readonly Tool[];
  /** Some of its tools ask with `ctx.ask`. */
  readonly asks?: boolean;
  /** More tools, which depend on who asks; listed after all others. */
  toolsFor?(principal: Principal, notify: Notifier): Promise<readonly Tool[]>;
  resources?: readonly Resource[];
  /** More resources, which depend on who asks; listed after all others. */
  resourcesFor?(principal: Principal, notify: Notifier): Promise<readonly Resource[]>;
  prompts?: readonly Prompt[];
  /** The person's own pages: a path such as `/console`, the file of the browser build it shows, and its title if it is in the menu. */
  pages?: readonly { path: string; file: string; title?: string }[];
  /**
   * Files for everybody, below this path of the pages' origin. They are what a frame with an origin of its own loads, which has
   * no cookie; they must hold nothing of any user.
   */
  openFiles?: { prefix: string; serve(path: string, request: Request): Promise<Response> };
  /** Pages under this path, such as `/live/`, are at the origin of views: the browser is sent there. */
  viewsPrefix?: string;
  routes?: readonly Route[];
  sockets?: readonly Socket[];
  /** Where questions of all areas' tools (`ctx.ask`) are stored; exactly one area of the program has it. */
  asking?: Asking;
  /** Who has pages of its sessions open. */
  people?: PresentPeople;
  /** Current problems, for the person's page; agents see them in results. */
  problems?: Problems;
  /** Numbers of this moment, for `/metrics`: `tandem_` and the name. */
  gauges?(): Gauge[];
  /** True if the area opens the listeners itself, or uses those of others; otherwise they are opened at the first call. */
  opensDoors?: boolean;
  /** Called before tools are listed or called, for areas whose tools are read from files; true when they changed. */
  load?(): Promise<boolean>;
  /** Called before the first tool call; listing tools must not need it. */
  start?(services: AreaServices): Promise<void>;
  /** Called after `start` where serving is an explicit command, once the listeners are bound. */
  launch?(): Promise<void>;
  close?(): Promise<void>;
}
