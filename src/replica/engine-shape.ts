import type { ComponentType } from 'react';

/** The properties of the client's engine that the replica uses; what generations call differently is in `engine-words.ts`. */
export interface ReplicaBlock {
  id: string;
  blockId: string;
  type: string;
  meta: { category: string };
  value?: unknown;
  showValidation?: boolean;
  update?: boolean;
  Events: { events: Record<string, unknown> };
  methods: Record<string, ((...args: unknown[]) => unknown) | undefined>;
  setValue?(value: unknown): void;
  pushItem?(): void;
  removeItem?(index: number): void;
  moveItemUp?(index: number): void;
}

/** A set of blocks: a page, the contents of a container, or an item of a list. */
export interface ReplicaBlocks {
  map: Record<string, ReplicaBlock>;
  loopBlocks(visit: (block: ReplicaBlock) => void): void;
  reset(state: unknown): void;
}

export interface ReplicaContext {
  state: Record<string, unknown>;
  requests: unknown;
  _internal: Record<string, unknown> & {
    State: { set(field: string, value: unknown): void };
    update(): void;
    onInitDone?: boolean;
    onInitAsyncDone?: boolean;
  };
}

export interface ReplicaLowdefy {
  contexts: Record<string, ReplicaContext>;
  inputs: Record<string, unknown>;
  lowdefyGlobal: unknown;
  apiResponses: unknown;
  theme?: Record<string, unknown>;
  /** Called for every event that the engine itself triggers (Lowdefy 5). */
  eventCallback?(event: { name: string; blockId: string }): void;
  home: { pageId?: string | null };
  _internal: Record<string, unknown> & {
    displayMessage?(params: Record<string, unknown>): unknown;
  };
}

export interface BlockProps {
  blockId: string;
  events?: Record<string, { loading?: boolean } | undefined> | null;
  methods: BlockMethods;
  properties: Record<string, unknown>;
}

export type BlockMethods = Record<string, (...args: never[]) => unknown>;

export type BlockComponent = ComponentType<BlockProps> & { meta?: { category: string } };
