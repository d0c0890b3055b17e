import type { IncomingMessage } from 'node:http';
import type { Door } from '../area/route.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Principal } from '../auth/principal.ts';
import type { Arrival, DoorLimits } from './http-options.ts';
import type { Operations } from './operations.ts';

/** What differs with the server that carries us: where we are reached, and who says who a caller is. */
export interface Site {
  /** The path before all of ours: empty, or such as `/tandem`. */
  base: string;
  /** The address of the MCP endpoint. */
  mcpUrl(): string;
  /** An address of a person's page. */
  pageUrl(path: string): string;
  /** An address at the origin of views that agents write; throws where there is none. */
  viewsUrl(path: string): URL;
  /** False where pages cannot have WebSockets; they use events instead. */
  webSockets: boolean;
  /** Who calls as an agent; a response where the server itself says how to sign in. */
  agentOf(request: Request, arrival: Arrival, door: 'mcp' | 'debug'): Promise<Principal | Response>;
  /** Where agents get tokens, if clients can find out by themselves. */
  oauth?: Authenticator['oauth'];
  /** For those who run the server; absent where it is not ours. */
  operations?: Operations;
  /** How people get in at each origin of pages. */
  people: Record<'page' | 'views', People>;
}

/** Which door a request stands before. Throws where it is for nobody here. */
export type Locate = (host: string | undefined, target: string) => { door: Door | 'mcp'; url: URL };

/** Somebody who is signed in. */
export interface Person {
  principal: Principal;
  /** What the token of their pages is made from. */
  pageToken(): string;
  /** Whether a request of theirs came with that token. */
  hasPageToken(header: string | undefined): boolean;
  /** What an address at the origin of views needs to let this person in. */
  toViews(url: URL): void;
}

/** How people get in at one origin, and who they are from then on. */
export interface People {
  /** Requests that are about signing in; undefined for all others. */
  signIn(request: Request, arrival: Arrival, limits: DoorLimits): Promise<Response | undefined>;
  /** Who sent a request, or what to say to somebody who is not signed in, if not just that. */
  personOf(request: Request, incoming: IncomingMessage | undefined): Promise<Person | Response | undefined>;
  /** A page for somebody who is not signed in. */
  signInPage(url: URL): Response;
  /** Where the person's page ends the sign-in, if that is ours to end. */
  signOutPath?: string;
  /** The same as a sentence, for programs. */
  howToSignIn: string;
}
