import type { Asking } from '../area/asking.ts';
import type { Sealer } from '../area/seal.ts';
import type { Logger } from '../lib/logger.ts';
import type { Monitor } from '../lib/monitor.ts';
import type { OpenWork } from '../lib/open-work.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import type { EventLog } from '../session/event-log.ts';
import type { Instances } from '../session/instances.ts';
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
  monitor: Monitor;
  /** For callers who are not at this machine. */
  places: PlaceFilter;
  /** Those that share the store, if it says so. */
  instances?: Instances | undefined;
  /** What was sent to clients of older revisions, if the store keeps it. */
  events?: EventLog | undefined;
  /** Run before tools are listed or looked up: what they are may lie in files that change. */
  load(): Promise<void>;
  /** Run before the first call that does work; later calls find it done. */
  start(): Promise<void>;
}
