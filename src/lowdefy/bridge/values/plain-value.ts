import { TandemError } from '../../../errors.ts';

const MAX_DEPTH = 40;
/** More than a person types or pastes; every call copies and saves all of it. */
const MAX_SIZE = 500_000;

/**
 * What an agent sends is plain JSON. Keys that the engine's serializer would turn into dates or errors (`~d`, `~e` …)
 * and keys that reach prototypes are refused, because as data they could not be stored unchanged.
 */
export function checkPlain(value: unknown, of: string): void {
  let size = 0;
  check(value, 0);

  function check(inner: unknown, depth: number): void {
    size += typeof inner === 'string' ? inner.length : 1;
    if (size > MAX_SIZE) throw refuse(of, `has more than ${MAX_SIZE} characters`);
    if (inner !== null && typeof inner === 'object') checkObject(inner, depth);
  }

  function checkObject(holder: object, depth: number): void {
    if (depth > MAX_DEPTH) throw refuse(of, `nests deeper than ${MAX_DEPTH} levels`);
    for (const [key, inner] of Object.entries(holder)) {
      if (key.startsWith('~'))
        throw refuse(of, `has the key "${key.slice(0, 20)}", and "~" starts the engine's own keys`);
      if (isPrototypeKey(key)) throw refuse(of, `has the key "${key}"`);
      size += key.length;
      check(inner, depth + 1);
    }
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
