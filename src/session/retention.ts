import { z } from 'zod';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import { AUDIT_KIND, type AuditTrail } from './audit-trail.ts';
import type { Limits } from './limits.ts';
import { type LogEntry, toEntry } from './session-record.ts';
import type { SessionStore } from './session-store.ts';

const HOUR = 60 * 60_000;
const HOURS = { h: 1, d: 24 } as const;
const PERIOD = /^([1-9]\d{0,5})([hd])$/;

/** Trails are kept longer than what they are about. */
const KEEP_AUDIT = '365d';

const period = z
  .string('must be a time such as 30d or 12h.')
  .regex(PERIOD, 'must be a time such as 30d (days) or 12h (hours).');

/** `mcp.session.retention`: how long sessions that have ended are kept, by kind. Others follow `keepEndedDays`. */
export const retentionSchema = z.record(z.string(), period, 'retention must be a set of kinds and times.');

export type Retention = z.infer<typeof retentionSchema>;

/** Refuses kinds that no session can have. */
export function checkRetention(retention: Retention, kinds: readonly string[]): void {
  const known = [...kinds, AUDIT_KIND];
  for (const kind of Object.keys(retention)) {
    if (known.includes(kind)) continue;
    throw new TandemError(
      'invalid_config',
      `mcp.session.retention: there are no sessions of kind "${kind}".${didYouMean(kind, known) || ` Kinds: ${known.join(', ')}.`}`,
    );
  }
}

/**
 * Deletes what ended longer ago than its kind is kept, and notes what is gone. Sessions that are open or wait are not
 * touched.
 */
export async function pruneEnded(
  store: SessionStore,
  {
    retention,
    limits,
    trail,
    now,
  }: { retention: Retention; limits: Pick<Limits, 'keepEndedDays'>; trail: AuditTrail; now: Date },
): Promise<void> {
  const all = { [AUDIT_KIND]: KEEP_AUDIT, ...retention };
  const system = { kind: 'system', userId: '', name: 'tandem' } as const;
  const prune = async (kept: string, which: { kinds?: string[]; exceptKinds?: string[] }) => {
    const gone: LogEntry[] = [];
    await store.prune({
      endedBefore: new Date(now.getTime() - toMilliseconds(kept)),
      ...which,
      onRemoved({ sessionId, userId, kind }) {
        const about = { session: sessionId, user: userId, kind, kept };
        gone.push(toEntry(system, 'retention.delete', about, now));
      },
    });
    await trail.note(gone);
  };
  for (const [kind, kept] of Object.entries(all)) await prune(kept, { kinds: [kind] });
  await prune(`${limits.keepEndedDays}d`, { exceptKinds: Object.keys(all) });
}

function toMilliseconds(text: string): number {
  const [, count, unit] = PERIOD.exec(text) ?? [];
  return Number(count) * HOURS[unit as keyof typeof HOURS] * HOUR;
}
