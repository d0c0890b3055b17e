const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
];

/** A time as people say it: "2 minutes ago". */
export function toAgo(time: string, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit);
  return 'just now';
}
