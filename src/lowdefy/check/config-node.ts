import type { Place } from './config-finding.ts';

/** A value of the configuration, and where a person wrote it. */
export type ConfigNode = ConfigMap | ConfigList | ConfigScalar | ConfigOpen;

export interface ConfigEntry {
  /** Of the key. */
  at: Place;
  node: ConfigNode;
}

export interface ConfigMap {
  kind: 'map';
  at: Place;
  entries: ReadonlyMap<string, ConfigEntry>;
}

export interface ConfigList {
  kind: 'list';
  at: Place;
  items: readonly ConfigNode[];
}

export interface ConfigScalar {
  kind: 'scalar';
  at: Place;
  value: unknown;
}

/** Computed by the build or by code of the app, so its value is not known here. */
export interface ConfigOpen {
  kind: 'open';
  at: Place;
  /** What it is computed from. */
  inner?: ConfigNode;
}

export function entryOf(node: ConfigNode | undefined, key: string): ConfigEntry | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

/** The value at a path of keys. */
export function nodeAt(node: ConfigNode | undefined, ...keys: string[]): ConfigNode | undefined {
  return keys.reduce((inner, key) => entryOf(inner, key)?.node, node);
}

export function itemsIn(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'list' ? node.items : [];
}

export function textOf(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The values directly inside. */
export function childrenOf(node: ConfigNode): ConfigNode[] {
  if (node.kind === 'map') return [...node.entries.values()].map((entry) => entry.node);
  if (node.kind === 'list') return [...node.items];
  return node.kind === 'open' && node.inner ? [node.inner] : [];
}

/** Itself and everything inside. */
export function* everythingIn(node: ConfigNode | undefined): Iterable<ConfigNode> {
  if (!node) return;
  yield node;
  for (const child of childrenOf(node)) yield* everythingIn(child);
}

/** The operator that a map is: its only key, if that begins with an underscore. */
export function operatorOf(node: ConfigNode): { key: string; at: Place; argument: ConfigNode } | undefined {
  if (node.kind !== 'map' || node.entries.size !== 1) return undefined;
  for (const [key, { at, node: argument }] of node.entries)
    return /^_+[^_]/.test(key) ? { key, at, argument } : undefined;
  return undefined;
}
