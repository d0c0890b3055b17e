import { TandemError } from '../../../errors.ts';
import { didYouMean } from '../../../lib/nearest.ts';

/** What a payload names, if it is one of these; otherwise a refusal with the nearest one. */
export function chooseKey(
  blockId: string,
  event: string,
  { key, value, valid }: { key: string; value: unknown; valid: readonly string[] },
): string {
  if (typeof value === 'string' && valid.includes(value)) return value;
  const what =
    value === undefined ? `needs "${key}" in its payload` : `has no ${key} ${JSON.stringify(value)}`;
  throw new TandemError(
    'invalid_input',
    `${event} of "${blockId}" ${what}.${didYouMean(String(value ?? ''), valid)}`,
  );
}
