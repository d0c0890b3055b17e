import type { Logger } from '../lib/logger.ts';
import type { AuditLine } from '../session/audit-line.ts';

/** The trail as a file to download, line by line, as fast as it is read. */
export function auditStream(
  lines: AsyncGenerator<AuditLine>,
  shown: (text: string) => string,
  log: Logger,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`${shown(JSON.stringify(value))}\n`));
      } catch (error) {
        log.error('the audit trail could not be read to its end', error);
        // A file that ends in the middle must not look complete.
        controller.error(error);
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  const name = `audit-${new Date().toISOString().slice(0, 10)}.jsonl`;
  return new Response(body, {
    headers: {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}
