import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import type { ConfigFiles } from './config-files.ts';
import { type BuildFiles, readJson } from './read-build.ts';

/** Stands for the package of unknown types, so that the rest of the app can be built. */
export const UNKNOWN_PACKAGE = 'tandem-unknown-type';

const FILE = 'tandem.json';
/** Words in the build's messages, and where it keeps types of each kind. */
const STORES = {
  Action: ['actions'],
  Agent: ['agents'],
  'Auth adapter': ['auth', 'adapters'],
  'Auth callback': ['auth', 'callbacks'],
  'Auth event': ['auth', 'events'],
  'Auth provider': ['auth', 'providers'],
  Block: ['blocks'],
  Connection: ['connections'],
  Request: ['requests'],
} as const;

export type UnknownKind = keyof typeof STORES;
export interface UnknownType {
  kind: UnknownKind;
  type: string;
}

/** By kind and type: where it is used, and which plugin to add. */
export type UnknownTypes = Record<
  'actions' | 'agents' | 'auth' | 'blocks' | 'connections' | 'requests',
  Record<string, string>
>;

export function parseUnknownType(message: string): UnknownType | undefined {
  const [, kind, type] = /^((?:Auth )?\w+) type "([^"]+)" was used but is not defined/.exec(message) ?? [];
  return kind !== undefined && kind in STORES && type !== undefined
    ? { kind: kind as UnknownKind, type }
    : undefined;
}

/** The types of one kind in a map of types. */
export function typesIn(typesMap: unknown, kind: UnknownKind): Record<string, unknown> | undefined {
  let store = typesMap;
  for (const key of STORES[kind]) store = isRecord(store) ? store[key] : undefined;
  return isRecord(store) ? store : undefined;
}

/** Makes the build accept a type as existing. */
export function addUnknown(typesMap: object, { kind, type }: UnknownType): void {
  const store = typesIn(typesMap, kind);
  if (store) store[type] = { package: UNKNOWN_PACKAGE, originalTypeName: type, version: '0.0.0' };
}

/**
 * The same for every `type:` in the configuration that is not one of Lowdefy's own. Only those that are used make a
 * difference.
 */
export function addUnknownOf(files: ConfigFiles, typesMap: object, defaultTypes: object): void {
  const names = new Set<string>();
  for (const [path, content] of files) {
    if (!/\.(ya?ml|json|njk|m?js)$/.test(path)) continue;
    for (const [, name] of String(content).matchAll(/\btype["']?\s*:\s*["']?([\w@/.-]+)/g))
      if (name !== undefined) names.add(name);
  }
  for (const kind of Object.keys(STORES) as UnknownKind[])
    for (const type of names)
      if ([defaultTypes, typesMap].every((types) => typesIn(types, kind)?.[type] === undefined))
        addUnknown(typesMap, { kind, type });
}

/** The unknown types that a finished build uses. */
export function unknownIn(types: unknown): UnknownType[] {
  return (Object.keys(STORES) as UnknownKind[]).flatMap((kind) =>
    Object.entries(typesIn(types, kind) ?? {})
      .filter(([, use]) => isRecord(use) && use.package === UNKNOWN_PACKAGE)
      .map(([type]) => ({ kind, type })),
  );
}

/** Stored with the build, because a cached build reports nothing. */
export function writeUnknown(
  buildDirectory: string,
  sentences: readonly (UnknownType & { sentence: string })[],
): void {
  const unknown = emptyUnknown();
  for (const { kind, type, sentence } of sentences) unknown[STORES[kind][0]][type] = sentence;
  writeFileSync(join(buildDirectory, FILE), JSON.stringify({ unknown }));
}

export function readUnknown(files: BuildFiles): UnknownTypes {
  const value = readJson(files, FILE);
  const unknown = isRecord(value) && isRecord(value.unknown) ? value.unknown : {};
  return { ...emptyUnknown(), ...(unknown as Partial<UnknownTypes>) };
}

/** A type name as a word in one of a package's files: good enough to suggest the package. */
export function mentions(file: string | undefined, type: string): boolean {
  if (file === undefined) return false;
  return new RegExp(`(?<![\\w$])${type.replace(/[^\w]/g, '\\$&')}(?![\\w$])`).test(
    readFileSync(file, 'utf8'),
  );
}

function emptyUnknown(): UnknownTypes {
  return { actions: {}, agents: {}, auth: {}, blocks: {}, connections: {}, requests: {} };
}
