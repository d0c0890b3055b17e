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
  converted?: string;
  warnings?: string[];
}

export interface RequestResult {
  requestId: string;
  success: boolean;
  response?: unknown;
  error?: string;
}

/** Collects what happens while one action runs; the engine's callbacks do not say for which. */
export class Recorder {
  #item: LogItem = { action: '', success: true };
  #following: LogItem[] = [];

  begin(item: Omit<LogItem, 'success'>): void {
    this.#item = { ...item, success: true };
  }

  request(result: RequestResult): void {
    this.#item.requestResults = [...(this.#item.requestResults ?? []), result];
  }

  message(text: string): void {
    this.#item.messages = [...(this.#item.messages ?? []), text];
  }

  warn(text: string): void {
    if (!this.#item.warnings?.includes(text)) this.#item.warnings = [...(this.#item.warnings ?? []), text];
  }

  note(facts: Partial<LogItem>): void {
    this.#item = { ...this.#item, ...facts };
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
}
