const MAX_CHARACTERS = 300;
const MAX_ROWS = 1;

/** A request's response as the log shows it: small ones whole, long ones by their first rows or their beginning. */
export function toShownResponse(given: unknown): unknown {
  const response = withDates(given);
  const size = JSON.stringify(response)?.length ?? 0;
  if (size <= MAX_CHARACTERS) return response;
  if (!Array.isArray(response)) return `(${size} characters; see get_state)`;
  const first = response.slice(0, MAX_ROWS);
  const shown = JSON.stringify(first).length <= MAX_CHARACTERS ? first : [];
  return { rows: response.length, first: shown, note: 'cut; see get_state' };
}

/** The API sends dates as `{"~d": milliseconds}`; agents read them as ISO text, as elsewhere. */
function withDates(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    const time = (inner as { '~d'?: unknown } | null | undefined)?.['~d'];
    return typeof time === 'number' && Number.isFinite(time) ? new Date(time).toISOString() : inner;
  });
  return text === undefined ? undefined : JSON.parse(text);
}
