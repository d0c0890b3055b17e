import type { Principal } from '../auth/principal.ts';

/** The listeners, for areas that send people to a page. */
export interface WebDoors {
  /** Bind the ports, or return those that are already bound. */
  open(): Promise<{ ui: number; mcp: number }>;
  /**
   * Where the person's pages of this folder are, at another server of it that runs or at ours: `http://localhost:8000`,
   * or the first of `http.hosts` where the server is not bound to loopback.
   */
  pageOrigin(): Promise<string>;
  /** Bound to loopback only. */
  isLoopback: boolean;
  /** What scripts show at the debug door. */
  token(): string;
  /**
   * An address at the origin of live views that lets this principal's browser in, once. Undefined for those who sign
   * in at the page with a key or token of their own.
   */
  viewsEntry(path: string, principal: Principal): string | undefined;
  /** Show an address to the person at this machine; false where no browser opens. */
  openBrowser(url: string): Promise<boolean>;
}
