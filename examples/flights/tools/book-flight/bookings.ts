import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The airline's book of tickets: a file beside the project. */

const dir = join(import.meta.dirname, '../../.data');
const file = join(dir, 'bookings.jsonl');

export interface Booking {
  ticketNumber: string;
  flight: string;
  seat: string;
  key: string;
}

/** Book once: a request that comes again under the same key is the same booking. */
export function book(booking: Booking): string {
  const before = read().find(({ key }) => key === booking.key);
  if (before) return before.ticketNumber;
  mkdirSync(dir, { recursive: true });
  appendFileSync(file, `${JSON.stringify(booking)}\n`);
  return booking.ticketNumber;
}

function read(): Booking[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as Booking] : []));
}
