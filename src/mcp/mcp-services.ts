import type { Asking } from '../area/asking.ts';
import type { Sealer } from '../area/seal.ts';
import type { Logger } from '../lib/logger.ts';
import type { OpenWork } from '../lib/open-work.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Catalog } from './catalog.ts';
import type { ChangeHub } from './change-hub.ts';

/** What every MCP connection of this process shares. */
export interface McpServices {
  info: { name: string; version: string; title: string };
  catalog: Catalog;
  sessions: Sessions;
  asking: Asking;
  sealer: Sealer;
  hub: ChangeHub;
  /** Calls that must be answered before the program ends. */
  work: OpenWork;
  log: Logger;
  /** For callers who are not at this machine. */
  places: PlaceFilter;
  /** Run before tools are listed or looked up: what they are may lie in files that change. */
  load(): Promise<void>;
  /** Run before the first call that does work; later calls find it done. */
  start(): Promise<void>;
}
