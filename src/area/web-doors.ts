import type { Principal } from '../auth/principal.ts';

/** The listeners, for areas that send people to a page. */
export interface WebDoors {
  /**
   * Bind the ports, unless they are bound or we are mounted in another server, which has its own. Returns the origin of
   * live views; throws where they have none.
   */
  open(): Promise<{ views: string; mcpPort: number; ports?: { ui: number; mcp: number } }>;
  /**
   * The address of one of the person's pages, at another server of this folder that runs or at ours: at `localhost`, or at
   * the first of `http.hosts` where the server is not bound to loopback; with `http.publicUrl`, or where we are mounted, below that.
   */
  pageUrl(path: string): Promise<string>;
  /** Reached under a public address, and so not on the person's machine. */
  isRemote: boolean;
  /** Reached on this machine only. */
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
