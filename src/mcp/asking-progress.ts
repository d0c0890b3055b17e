import type { ServerContext } from '@modelcontextprotocol/server';

const HEARTBEAT_MS = 10_000;
const MAX_MS = 24 * 60 * 60_000;

interface Waiting {
  progress: number;
  stop(): void;
}

/**
 * In the older era a client waits on its call while the person thinks, and gives up after a minute unless it hears
 * something: signs of life, for clients that asked to know how far the work is. One per connection.
 */
export class AskingProgress {
  readonly #waiting = new Map<string | number, Waiting>();

  /** The call has asked; until it comes back, or is cancelled, say that it waits. */
  begin(sdk: ServerContext): void {
    const { id, signal, _meta } = sdk.mcpReq;
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined || signal.aborted) return;
    const waiting: Waiting = { progress: 0, stop };
    const beat = setInterval(() => {
      // Always more, and never as much as what a tool would report.
      waiting.progress += 1e-6;
      const params = {
        progressToken,
        progress: waiting.progress,
        total: 1,
        message: 'Waiting for the answer',
      };
      sdk.mcpReq.notify({ method: 'notifications/progress', params }).catch(stop);
    }, HEARTBEAT_MS).unref();
    // A client that fails to ask its person ends the call without a word to us.
    const end = setTimeout(stop, MAX_MS).unref();
    function stop() {
      clearInterval(beat);
      clearTimeout(end);
      signal.removeEventListener('abort', stop);
    }
    signal.addEventListener('abort', stop);
    this.end(sdk);
    this.#waiting.set(id, waiting);
  }

  /** The call is back. */
  end(sdk: ServerContext): void {
    this.#waiting.get(sdk.mcpReq.id)?.stop();
    this.#waiting.delete(sdk.mcpReq.id);
  }
}
