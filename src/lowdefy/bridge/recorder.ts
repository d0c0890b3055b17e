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
  /** What a person did in the session since the agent's last call. */
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
  warnings?: string[];
}

export interface RequestResult {
  requestId: string;
  success: boolean;
  response?: unknown;
  error?: string;
}

/**
 * Collects what happens during one action. The engine's callbacks do not say which action they belong to, and events
 * of a page run concurrently, so the asynchronous context identifies them.
 */
export class Recorder {
  #item: LogItem = { action: '', success: true };
  #following: LogItem[] = [];
  readonly #events = new AsyncLocalStorage<LogItem>();

  begin(item: Omit<LogItem, 'success'>): void {
    this.#item = { ...item, success: true };
  }

  /** Runs an event that gets its own line. */
  during<T>(item: LogItem, run: () => Promise<T>): Promise<T> {
    return this.#events.run(item, run);
  }

  request(result: RequestResult): void {
    const item = this.#now();
    item.requestResults = [...(item.requestResults ?? []), result];
  }

  message(text: string): void {
    const item = this.#now();
    item.messages = [...(item.messages ?? []), text];
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

  end(): LogItem {
    return this.#item;
  }

  #now(): LogItem {
    return this.#events.getStore() ?? this.#item;
  }
}
