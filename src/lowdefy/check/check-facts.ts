import type { LowdefyPlugin } from '../app/plugins.ts';
import type { BlockEvents } from './block-events.ts';

/** The names that can be used, by kind. */
export interface KnownTypes {
  blocks: ReadonlySet<string>;
  actions: ReadonlySet<string>;
  connections: ReadonlySet<string>;
  requests: ReadonlySet<string>;
  client: ReadonlySet<string>;
  server: ReadonlySet<string>;
}

/** What the check knows about an app besides its configuration. */
export interface CheckFacts {
  dir: string;
  /** Of Lowdefy. */
  version: string;
  /** Whether the packages are those that the app is written for. Others may lack what the app uses. */
  isExact: boolean;
  /** Of the app's own packages; undefined if they do not say. */
  types: KnownTypes | undefined;
  /** By stock block type; others are not known. */
  blockEvents: Record<string, BlockEvents>;
  plugins: LowdefyPlugin[];
  /** The roles that users of this server have; undefined if their tokens say. */
  roles: readonly string[] | undefined;
  /** The text of `tandem.yaml`, which can name pages and requests. */
  settings: string;
}
