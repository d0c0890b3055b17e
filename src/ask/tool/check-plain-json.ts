import { TandemError } from '../../errors.ts';

/** What a question shows goes through JSON to clients and pages, so anything else is reported where it is written. */
export function checkPlainJson(value: unknown, at: string, seen: readonly object[] = []): void {
  const wrong = wordFor(value);
  if (wrong)
    throw new TandemError(
      'invalid_input',
      `${at} is ${wrong}, which JSON cannot represent. ${HINT[wrong] ?? ''}`.trim(),
    );
  if (value === null || typeof value !== 'object') return;
  if (seen.includes(value))
    throw new TandemError('invalid_input', `${at} contains itself, which JSON cannot represent.`);
  const around = [...seen, value];
  if (Array.isArray(value))
    for (const [index, inner] of value.entries()) checkPlainJson(inner, `${at}[${index}]`, around);
  else for (const [key, inner] of Object.entries(value)) checkPlainJson(inner, `${at}.${key}`, around);
}

const HINT: Record<string, string> = {
  undefined: 'Leave the key out, or use null.',
  'a Date': 'Pass date.toISOString().',
  'a bigint': 'Pass it as a string.',
};

function wordFor(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `a ${typeof value}`;
  if (value instanceof Date) return 'a Date';
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return `an instance of ${(value as object).constructor?.name ?? 'a class'}`;
  }
  return undefined;
}
