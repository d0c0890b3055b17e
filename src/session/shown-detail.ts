import { MASK } from '../lib/mask.ts';
import { isSecretName } from '../lib/secret-name.ts';

const MAX_CHARACTERS = 5_000;

/** What a history says besides who did what, for readers: secrets are masked by their names, long texts only mentioned. */
export function toShownDetail(detail: Record<string, unknown>): Record<string, unknown> {
  return toShown(detail) as Record<string, unknown>;
}

function toShown(value: unknown, name = ''): unknown {
  if (value !== null && value !== undefined && isSecretName(name)) return MASK;
  if (typeof value === 'string')
    return value.length > MAX_CHARACTERS ? `(${value.length} characters)` : value;
  if (Array.isArray(value)) return value.map((one) => toShown(one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toShown(one, key)]));
}
