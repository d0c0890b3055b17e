import type { CallContext } from '../../area/call-context.ts';
import type { Notice } from '../tool/operation.ts';

const HEARTBEAT_MS = 10_000;
/** Progress must always increase; heartbeats increase it by almost nothing. */
const A_LITTLE = 1e-6;

export interface CallProgress {
  /** Pass a notice of the tool on to the caller. */
  relay(notice: Notice): void;
  /** Send heartbeats during long work, so that a waiting client does not time out. */
  during<T>(work: Promise<T>, message: string): Promise<T>;
}

export function createCallProgress(ctx: CallContext): CallProgress {
  let last = 0;
  const report = (progress: number, message: string) => {
    last = Math.max(progress, last + A_LITTLE);
    deliver(ctx.progress({ progress: last, total: 1, message }));
  };
  return {
    relay(notice) {
      if (notice.op === 'log') {
        // What an author prints may be meant for the server's own people.
        if (!notice.printed || ctx.principal.local) deliver(ctx.log(notice.level, notice.message));
      } else report(notice.progress ?? 0, notice.message);
    },
    async during(work, message) {
      const beat = setInterval(() => report(0, message), HEARTBEAT_MS);
      try {
        return await work;
      } finally {
        clearInterval(beat);
      }
    },
  };
}

/** A disconnected caller misses it; the tool continues. */
function deliver(sending: Promise<void>): void {
  sending.catch(() => {});
}
