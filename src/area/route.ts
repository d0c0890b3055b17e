import type { Principal } from '../auth/principal.ts';

/**
 * Which door a route is behind. `page`: the person's pages, on the UI port by the name localhost.
 * `views`: views written by agents, on the UI port by the address 127.0.0.1, deliberately another origin.
 * `debug`: the MCP port, for scripts that hold the page token.
 */
export type Door = 'page' | 'views' | 'debug';

/** What a route or socket knows of its request: who sent it, the parameters of its path, and its address. */
export interface RouteContext {
  principal: Principal;
  params: Record<string, string>;
  url: URL;
  /** The page's own header token came with it and is right. Never with a socket. */
  hasPageToken?: boolean;
}

/**
 * An HTTP endpoint of an area.
 *
 * @example
 * ```ts
 * import type { Route } from 'tandem-mcp';
 *
 * export const cakes: Route = {
 *   door: 'page',
 *   method: 'GET',
 *   path: '/api/cakes/:id',
 *   handle: (_request, { params }) => Response.json({ id: params.id }),
 * };
 * ```
 */
export interface Route {
  door: Door;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/asks/:id`; the first match wins. */
  path: string;
  /** Changes that a person must intend (answers, approvals) need the page's own header token. */
  needsPageToken?: boolean;
  /** Behind the debug door: where at the origin of views a browser is sent, since it has no token to show. */
  viewsPath?(url: URL): string;
  /** What it works on is in the memory of one instance, the home of this name (`Homes`); requests are passed on to it. */
  home?: string;
  handle(request: Request, ctx: RouteContext): Promise<Response> | Response;
}

/** The other end of a WebSocket: send text, receive text, know when it closes. */
export interface SocketConnection {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onMessage(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
}

/**
 * A WebSocket endpoint of an area.
 *
 * @example
 * ```ts
 * import type { Socket } from 'tandem-mcp';
 *
 * export const echo: Socket = {
 *   door: 'page',
 *   path: '/ws/echo',
 *   connect: (connection) => connection.onMessage((text) => connection.send(text)),
 * };
 * ```
 */
export interface Socket {
  door: 'page' | 'views';
  /** `/ws/:id`; the first match wins. */
  path: string;
  /** As for a route. */
  home?: string;
  /** Throws the error that refuses the upgrade. */
  check?(ctx: RouteContext): void | Promise<void>;
  connect(connection: SocketConnection, ctx: RouteContext): void;
}
