import { isRecord } from '../../lib/is-record.ts';
import type { Place } from './config-finding.ts';
import type { ConfigEntry, ConfigNode } from './config-node.ts';

/** Which nodes plain values were made from, so that what code returns keeps its places. */
export type Origins = WeakMap<object, ConfigNode>;

/** A value as code of the app receives it. */
export function toPlain(node: ConfigNode, origins: Origins = new WeakMap()): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'open') return null;
  const plain =
    node.kind === 'list'
      ? node.items.map((item) => toPlain(item, origins))
      : Object.fromEntries([...node.entries].map(([key, entry]) => [key, toPlain(entry.node, origins)]));
  origins.set(plain, node);
  return plain;
}

/** A value that code of the app returned. What it made itself is where the code is called. */
export function fromPlain(value: unknown, fallback: Place, origins: Origins = new WeakMap()): ConfigNode {
  const origin = isRecord(value) || Array.isArray(value) ? origins.get(value) : undefined;
  const at = origin?.at ?? fallback;
  if (Array.isArray(value)) {
    const items = origin?.kind === 'list' ? origin.items : [];
    return { kind: 'list', at, items: value.map((item, i) => child(item, items[i], at, origins)) };
  }
  if (!isRecord(value)) return { kind: 'scalar', at, value };
  const known = origin?.kind === 'map' ? origin.entries : new Map<string, ConfigEntry>();
  const entries = Object.entries(value).map(([key, inner]): [string, ConfigEntry] => {
    const entry = known.get(key);
    return [key, { at: entry?.at ?? at, node: child(inner, entry?.node, entry?.at ?? at, origins) }];
  });
  return { kind: 'map', at, entries: new Map(entries) };
}

function child(value: unknown, known: ConfigNode | undefined, fallback: Place, origins: Origins): ConfigNode {
  return known?.kind === 'scalar' && known.value === value ? known : fromPlain(value, fallback, origins);
}
