/** One connection to the server, however it is made. Nothing is reported after `close`. */
export interface Transport {
  /** Returns false while there is no connection. */
  send(text: string): boolean;
  close(): void;
}

export interface TransportHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** The connection is lost, or could not be made. Called once. */
  onClose(code: number): void;
}

/** What a browser reports for a WebSocket that ended without a word. */
export const ABNORMAL = 1006;
/** What a frame is refused with that is larger than the server accepts. */
export const TOO_LARGE = 1009;
