const ISO = /^\d{4}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The moment that picking this date yields: pickers of days, weeks and months use the start, in UTC. */
export function toDate(given: unknown, blockType: string): Date | undefined {
  if (typeof given !== 'string' || !ISO.test(given)) return undefined;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(given) && given.includes(':');
  const text = given.length === 7 ? `${given}-01` : given.replace(' ', 'T');
  const date = new Date(text.includes('T') && !hasZone ? `${text}Z` : text);
  if (Number.isNaN(date.getTime())) return undefined;
  // A day that does not exist, such as 30 February, rolls over; a picker does not offer it.
  if (!hasZone && date.toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  if (blockType === 'DateTimeSelector') return date;
  date.setUTCHours(0, 0, 0, 0);
  if (blockType === 'MonthSelector') date.setUTCDate(1);
  if (blockType === 'WeekSelector') date.setUTCDate(date.getUTCDate() - date.getUTCDay());
  return date;
}
