import { AsyncLocalStorage } from 'node:async_hooks';

/** What one action, or one life-cycle event of a page, did: a line of the agent's log. */
export interface LogItem {
  action: string;
  blockId?: string;
  event?: string;
  pageId?: string;
  success: boolean;
  error?: string;
  requestResults?: RequestResult[];
  /** Of life-cycle events: the requests that ran. */
  requests?: string[];
  messages?: string[];
  /** Fields that did not pass, by block. */
  validation?: Record<string, string[]>;
  navigatedTo?: string;
  /** What somebody else did in the session since the agent's last call, and who, unless it is the agent's own person. */
  by?: string;
  did?: Record<string, unknown>[];
  converted?: string;
  /** The choice of `light`, `dark` or `system`. */
  darkMode?: string;
  /** What the app put on the clipboard. */
  copied?: unknown;
  /** The first rows of the file that the app offered for download. */
  downloaded?: { filename: unknown; total: number; rows: unknown[] };
  /** What a browser would open in another window now: the requested file. */
  opened?: { name: string; url: string };
  /** The page or block whose setting asks a person to confirm this first. */
  needsConfirmation?: string;
  warnings?: string[];
}

export interface RequestResult {
  requestId: string;
  success: boolean;
  response?: unknown;
  error?: string;
}

/** A request that ran, for the session's history. */
export interface TracedRequest {
  requestId: string;
  success: boolean;
  ms: number;
  error?: string;
}

/** Enough for everything that is on a screen at once. */
const MAX_NOTICES = 10;

/** Something the app showed to its user for a moment. */
export interface AppNotice {
  /** Larger than those before it, also of earlier processes. */
  number: number;
  /** The block whose method showed it; absent for messages of actions. */
  blockId?: string;
  params: Record<string, unknown>;
}

/**
 * Collects what happens during one action. The engine's callbacks do not say which action they belong to, and events
 * of a page run concurrently, so the asynchronous context identifies them.
 */
export class Recorder {
  #item: LogItem = { action: '', success: true };
  #following: LogItem[] = [];
  #traced: { of: LogItem; request: TracedRequest }[] = [];
  readonly #events = new AsyncLocalStorage<LogItem>();
  /** The latest, for pages that show them. */
  notices: AppNotice[] = [];

  begin(item: Omit<LogItem, 'success'>): void {
    this.#item = { ...item, success: true };
  }

  /** Runs an event that gets its own line. */
  during<T>(item: LogItem, run: () => Promise<T>): Promise<T> {
    return this.#events.run(item, run);
  }

  request(result: RequestResult, ms: number): void {
    const item = this.#now();
    const { requestId, success, error } = result;
    this.#traced.push({
      of: item,
      request: { requestId, success, ms, ...(error !== undefined && { error }) },
    });
    item.requestResults = [...(item.requestResults ?? []), result];
  }

  message(text: string): void {
    const item = this.#now();
    item.messages = [...(item.messages ?? []), text];
  }

  /** What a browser shows with a message. */
  notice(params: Record<string, unknown>, blockId?: string): void {
    const number = Math.max(Date.now(), (this.notices.at(-1)?.number ?? 0) + 1);
    const notice = { number, params, ...(blockId !== undefined && { blockId }) };
    this.notices = [...this.notices, notice].slice(-MAX_NOTICES);
  }

  warn(text: string): void {
    const item = this.#now();
    if (!item.warnings?.includes(text)) item.warnings = [...(item.warnings ?? []), text];
  }

  note(facts: Partial<LogItem>): void {
    Object.assign(this.#now(), facts);
  }

  /** Lines of life-cycle events that the action triggered. */
  follow(items: LogItem[]): void {
    this.#following.push(...items);
  }

  takeFollowing(): LogItem[] {
    return this.#following.splice(0);
  }

  /** Requests that have ended since the last time, and the line of each. */
  takeTraced(): { of: LogItem; request: TracedRequest }[] {
    return this.#traced.splice(0);
  }

  end(): LogItem {
    return this.#item;
  }

  #now(): LogItem {
    return this.#events.getStore() ?? this.#item;
  }
}
