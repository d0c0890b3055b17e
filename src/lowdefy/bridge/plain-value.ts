import { TandemError } from '../../errors.ts';

const MAX_DEPTH = 40;

/**
 * What an agent sends is plain JSON. Keys that the engine's serializer would bring to life as dates or errors
 * (`~d`, `~e` …) and keys that reach prototypes are refused: as data they could not be kept as they are.
 */
export function checkPlain(value: unknown, of: string, depth = 0): void {
  if (value === null || typeof value !== 'object') return;
  if (depth > MAX_DEPTH) throw refuse(of, `nests deeper than ${MAX_DEPTH} levels`);
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('~'))
      throw refuse(of, `has the key "${key.slice(0, 20)}", and "~" starts the engine's own keys`);
    if (isPrototypeKey(key)) throw refuse(of, `has the key "${key}"`);
    checkPlain(inner, of, depth + 1);
  }
}

/** A path into the state such as `line_items.0.amount`; never one that reaches a prototype. */
export function checkKey(key: string, of: string): void {
  if (key === '' || key.length > 500) throw refuse(of, 'is empty or too long');
  if (key.split('.').some((part) => part === '' || isPrototypeKey(part) || part.startsWith('~')))
    throw refuse(of, `"${key.slice(0, 60)}" is not a key that a state can have`);
}

function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

function refuse(of: string, why: string): TandemError {
  return new TandemError('invalid_input', `${of} ${why}. Send plain JSON data.`);
}
