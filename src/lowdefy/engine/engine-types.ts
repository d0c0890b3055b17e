import type { BlockMeta } from '../app/app.ts';

/** The properties of the engine's own objects that we read; the same in every generation. */
export interface EngineBlock {
  /** Unique in the context; used for registries. */
  id: string;
  blockId: string;
  type: string;
  meta: BlockMeta;
  /** From 4.5 on. */
  context?: unknown;
  /** From 5 on. */
  slotsLayout?: unknown;
  /** Of lists: their items; from 5 on, and in 4.5. */
  subSlots?: unknown[];
  subAreas?: unknown[];
  /** Of inputs. */
  value?: unknown;
  showValidation?: boolean;
  /** Missing until the block is first evaluated, and stale while it is hidden. */
  eval?: {
    properties?: Record<string, unknown> | null;
    required?: boolean | string | null;
    validation?: { status?: string | null; errors?: unknown[]; warnings?: unknown[] };
    loading?: unknown;
    skeleton?: unknown;
    visible?: unknown;
    /** How each area is laid out; `slots` from 5 on. */
    areas?: Record<string, unknown> | null;
    slots?: Record<string, unknown> | null;
  };
  visibleEval?: { output?: unknown };
  Events: { events: Record<string, EngineEvent> };
  methods: Record<string, (...args: unknown[]) => unknown>;
  registerMethod(name: string, method: (...args: never[]) => unknown): void;
  registerEvent?(event: { name: string; actions: unknown }): void;
  triggerEvent(event: { name: string; event?: unknown; progress?: () => void }): Triggered;
  setValue?(value: unknown): void;
  pushItem?(value?: unknown): void;
  unshiftItem?(value?: unknown): void;
  removeItem?(index: number): void;
  moveItemUp?(index: number): void;
  moveItemDown?(index: number): void;
}

export interface EngineEvent {
  actions: unknown[];
  catchActions?: unknown[];
  debounce?: unknown;
  history: unknown[];
  loading: boolean;
  /** From 5 on: the shortcut, such as `mod+K`, or several alternatives. */
  shortcut?: string | string[] | null;
}

export interface EventResult {
  success: boolean;
  bounced?: boolean;
  error?: unknown;
  errorCatch?: unknown;
  responses: Record<string, unknown>;
}

/** From 4.5 on: the plain result if the event has no actions, otherwise a promise of it. */
export type Triggered = EventResult | Promise<EventResult>;

export interface EngineRequest {
  blockId?: string;
  loading: boolean;
  payload?: unknown;
  requestId: string;
  response: unknown;
  error?: unknown;
  /** Since 5: it keeps the last response while it runs. */
  holdValue?: boolean;
}

export interface EngineContext {
  id: string;
  pageId: string;
  state: Record<string, unknown>;
  requests: Record<string, EngineRequest[]>;
  eventLog: unknown[];
  _internal: {
    State: {
      set(field: string, value: unknown): void;
      del(field: string): void;
      frozenState: string | null;
      initialized: boolean;
    };
    update(): void;
    runOnInit(progress: () => void): Promise<void>;
    runOnInitAsync(progress: () => void): Promise<void>;
    onInitDone?: boolean;
    onInitAsyncDone?: boolean;
  } & Record<string, unknown>;
}

/** The object that the engine calls `lowdefy`. */
export interface Lowdefy {
  contexts: Record<string, EngineContext>;
  inputs: Record<string, Record<string, unknown>>;
  lowdefyGlobal: Record<string, unknown>;
  apiResponses: Record<string, unknown>;
  pageId: string | null;
  home: { configured: boolean; pageId: string | null };
  menus: unknown[];
  user: Record<string, unknown> | null;
  basePath: string;
  /** From 5 on. */
  theme?: Record<string, unknown>;
  _internal: Record<string, unknown>;
}
