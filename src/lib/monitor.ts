/** Counts what a server does, for those who watch it from outside. */
export interface Monitor {
  /** One round of a tool call. `outcome` is from a small fixed set. */
  call(tool: string, outcome: string, seconds: number): void;
  request(status: number): void;
  /** A WebSocket, or a page's stream of events. Returns how to say that it is closed. */
  socketOpened(): () => void;
  storeFailed(operation: string): void;
}

export const NO_MONITOR: Monitor = {
  call() {},
  request() {},
  socketOpened: () => () => {},
  storeFailed() {},
};
