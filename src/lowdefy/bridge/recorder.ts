import { AsyncLocalStorage } from 'node:async_hooks';

/** What one action, or one life-cycle event of a page, did; a line of the log that the agent gets. */
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
  /** What was chosen of `light`, `dark` and `system`. */
  darkMode?: string;
  /** What the app put on the clipboard. */
  copied?: unknown;
  /** The file that the app handed out, by its first rows. */
  downloaded?: { filename: unknown; total: number; rows: unknown[] };
  /** What a browser would open in another window now: the file that was asked for. */
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
 * Collects what happens while one action runs. The engine's callbacks do not say for which, and events of a page run
 * side by side: what such an event does is found by the asynchronous context it runs in.
 */
export class Recorder {
  #item: LogItem = { action: '', success: true };
  #following: LogItem[] = [];
  readonly #events = new AsyncLocalStorage<LogItem>();

  begin(item: Omit<LogItem, 'success'>): void {
    this.#item = { ...item, success: true };
  }

  /** Run an event whose doings belong to a line of its own. */
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

  /** Lines of life-cycle events that the action set off on its way. */
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
