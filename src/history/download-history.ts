import { toDeedText } from '../area/time-line/to-deed-text.ts';
import { toDeeds } from '../area/time-line/to-deeds.ts';
import type { Logger } from '../lib/logger.ts';
import type { SessionRecord } from '../session/session-record.ts';
import { FROM_THE_BEGINNING, type LogPart } from '../session/session-store.ts';
import type { Sessions } from '../session/sessions.ts';

const PARTS = 500;

/** All of a history as JSON Lines, the oldest first, read as fast as it is taken. Secrets are masked. */
export function downloadHistory(
  sessions: Sessions,
  record: SessionRecord,
  { log, shown }: { log: Logger; shown(text: string): string },
): Response {
  const lines = linesOf(sessions, record);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(shown(value)));
      } catch (error) {
        log.error('a history could not be read to its end', error);
        // A file that ends in the middle must not look complete.
        controller.error(error);
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="history-${record.sessionId}.jsonl"`,
      'Cache-Control': 'no-store',
    },
  });
}

async function* linesOf(sessions: Sessions, record: SessionRecord): AsyncGenerator<string> {
  const kind = sessions.kind(record.kind);
  for (let after: string | undefined = FROM_THE_BEGINNING; after !== undefined; ) {
    const parts: LogPart[] = await sessions.parts(record, { after, limit: PARTS });
    yield toDeeds(parts, kind)
      .map((deed) => `${JSON.stringify({ ...deed, text: toDeedText(deed) })}\n`)
      .join('');
    after = parts.length < PARTS ? undefined : parts.at(-1)?.place;
  }
}
