import type { Place } from './config-finding.ts';
import type { ConfigMap, ConfigNode } from './config-node.ts';

/** Something with an id, as it is written; the id is undefined if it is missing or computed. */
export interface NamedUse {
  id: string | undefined;
  /** Of the id, or of the whole if it has none. */
  at: Place;
  type: string | undefined;
  typeAt: Place;
  node: ConfigMap;
}

export interface BlockUse extends NamedUse {
  events: EventUse[];
}

export interface EventUse {
  name: string;
  at: Place;
  actions: NamedUse[];
}

export interface RequestUse extends NamedUse {
  operators: OperatorUse[];
}

/** Where an operator runs. */
export type Side = 'client' | 'server' | 'any';

export interface OperatorUse {
  /** As written: `_string.concat`, `__state`. */
  key: string;
  /** Without its method and further underscores: `_string`, `_state`. */
  name: string;
  at: Place;
  argument: ConfigNode;
  side: Side;
}

export interface PageModel extends NamedUse {
  /** The page itself is the first. */
  blocks: BlockUse[];
  requests: RequestUse[];
  /** Of the page and everything on it, its requests included. */
  operators: OperatorUse[];
  /** All ids, also those that only the build knows; undefined if some cannot be known. */
  blockIds: ReadonlySet<string> | undefined;
  requestIds: ReadonlySet<string> | undefined;
}

/** A configuration as its parts. */
export interface AppModel {
  root: ConfigNode;
  pages: PageModel[];
  connections: NamedUse[];
  endpoints: NamedUse[];
  /** Steps of endpoints that are requests. */
  steps: RequestUse[];
  menuLinks: NamedUse[];
  /** Of the whole app. */
  operators: OperatorUse[];
  /** All ids; undefined if some cannot be known. */
  pageIds: ReadonlySet<string> | undefined;
  connectionIds: ReadonlySet<string> | undefined;
  endpointIds: ReadonlySet<string> | undefined;
}
