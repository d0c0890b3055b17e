import { TandemError } from '../errors.ts';

/** Which part of the audit trail. */
export interface AuditQuery {
  /** From this time on. */
  from?: Date;
  /** Before this time. */
  to?: Date;
  /** Owns the session, or did it. */
  user?: string;
  kind?: string;
}

const AGO = /^(\d{1,6})([hd])$/;
const HOUR = 60 * 60_000;

/** Checks what an administrator wrote. `prefix` is what the names of their options begin with. */
export function parseAuditQuery(
  given: { [Name in keyof AuditQuery]?: string | undefined },
  prefix: string,
  now: Date,
): AuditQuery {
  const { user, kind } = given;
  const from = given.from === undefined ? undefined : parseTime(given.from, `${prefix}from`, now);
  const to = given.to === undefined ? undefined : parseTime(given.to, `${prefix}to`, now);
  if (from && to && from >= to)
    throw new TandemError(
      'invalid_input',
      `${prefix}from (${from.toISOString()}) must be before ${prefix}to (${to.toISOString()}).`,
    );
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(user !== undefined && { user }),
    ...(kind !== undefined && { kind }),
  };
}

function parseTime(text: string, name: string, now: Date): Date {
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (unit === 'd' ? 24 : 1) * HOUR);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  // JavaScript takes the 31st of a shorter month for a day of the next one.
  const isDay = isTime && !Number.isNaN(time.getTime()) && isInMonth(text);
  if (isDay) return time;
  throw new TandemError(
    'invalid_input',
    `${name} must be a date such as 2026-11-01 (UTC), a time such as 2026-11-01T08:00:00Z, or a time ago such as 7d or 12h; not "${text.slice(0, 100)}".`,
  );
}

function isInMonth(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}
