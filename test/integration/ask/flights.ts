import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callSessions } from '../../../src/ask/calls/call-sessions.ts';
import { Calls } from '../../../src/ask/calls/calls.ts';
import { ToolFolder } from '../../../src/ask/load/tool-folder.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { defaultLimits } from '../../../src/session/limits.ts';
import { Sessions } from '../../../src/session/sessions.ts';
import { createFileStore } from '../../../src/stores/file/file-store.ts';
import type { Cleanup } from '../harness.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/flights', import.meta.url));
const log = createLogger('silent');

/** The example, in a folder of its own. */
export function copyFlights(dir: string, options: { model?: boolean; plugin?: boolean } = {}): void {
  const isSource = (path: string) => !/\.(?:tandem|data)(?:\/|$)/.test(path.slice(EXAMPLE.length));
  cpSync(EXAMPLE, dir, { recursive: true, filter: isSource });
  if (options.model === false) rmSync(join(dir, 'model.ts'));
  const plugin = join(dir, 'tools/book-flight/plugin.tsx');
  if (options.plugin) writeFileSync(plugin, 'throw new Error("for the browser only");');
  else rmSync(plugin, { force: true });
}

export interface Ticket {
  ticketNumber: string;
  flight: { id: string };
  seat: string;
  price: number;
  tip: string;
}

/** The tickets in the airline's book. */
export function ticketsIn(
  dir: string,
): { ticketNumber: string; flight: string; seat: string; key: string }[] {
  const path = join(dir, '.data/bookings.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line)] : []));
}

const LOCAL = { userId: 'local', kind: 'person', name: 'local' } as const;

/** The calls of a folder as a separate process sees them: answers there come from another process than the server. */
export function openCalls(cleanup: Cleanup, dir: string) {
  const store = createFileStore({ root: join(dir, '.tandem/sessions'), log });
  const sessions = new Sessions({ store, limits: defaultLimits, kinds: [callSessions], log });
  const folder = new ToolFolder({ dir: join(dir, 'tools'), log });
  const calls = new Calls({
    sessions,
    log,
    sampler: async () => ({ text: 'by the other process' }),
    async tool(name) {
      await folder.refresh();
      return folder.tools.find(({ tool }) => tool.name === name)?.tool;
    },
  });
  cleanup.add(async () => {
    await calls.close();
    await sessions.shutDown();
  });
  return {
    calls,
    sessions,
    open: () => calls.listOpen(LOCAL),
    answer: (askId: string, content: Record<string, unknown>) =>
      calls.respond(LOCAL, askId, { action: 'accept', content }),
    settled: (id: string) => calls.settled(LOCAL, id),
  };
}
