import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from './main-file.ts';
import { type BuildFiles, readJson } from './read-build.ts';

/** Stands for the package of types that nobody has, so that the rest of the app can be built. */
export const UNKNOWN_PACKAGE = 'tandem-unknown-type';

const FILE = 'tandem.json';
/** Words of the build's messages, and where it keeps types of each kind. */
const STORES = {
  Action: 'actions',
  Block: 'blocks',
  Connection: 'connections',
  Request: 'requests',
} as const;

export type UnknownKind = keyof typeof STORES;

/** By kind and type, the sentence that says where it is used and which plugin to add. */
export type UnknownTypes = Record<'actions' | 'blocks' | 'connections' | 'requests', Record<string, string>>;

export function parseUnknownType(message: string): { kind: UnknownKind; type: string } | undefined {
  const [, kind, type] = /(\w+) type "([^"]+)" was used but is not defined/.exec(message) ?? [];
  return kind !== undefined && kind in STORES && type !== undefined
    ? { kind: kind as UnknownKind, type }
    : undefined;
}

/** Let the build take a type for one that exists. */
export function addUnknown(typesMap: object, { kind, type }: { kind: UnknownKind; type: string }): void {
  const store = (typesMap as Record<string, Record<string, object>>)[STORES[kind]];
  if (store) store[type] = { package: UNKNOWN_PACKAGE, originalTypeName: type, version: '0.0.0' };
}

export function emptyUnknown(): UnknownTypes {
  return { actions: {}, blocks: {}, connections: {}, requests: {} };
}

export function noteUnknown(
  unknown: UnknownTypes,
  { kind, type }: { kind: UnknownKind; type: string },
  sentence: string,
): void {
  unknown[STORES[kind]][type] = sentence;
}

/** With the build, since a build that is found in the cache says nothing. */
export function writeUnknown(buildDirectory: string, unknown: UnknownTypes): void {
  writeFileSync(join(buildDirectory, FILE), JSON.stringify({ unknown }));
}

export function readUnknown(files: BuildFiles): UnknownTypes {
  const value = readJson(files, FILE);
  const unknown = isRecord(value) && isRecord(value.unknown) ? value.unknown : {};
  return { ...emptyUnknown(), ...(unknown as Partial<UnknownTypes>) };
}

/** A type name as a word in one of the files of a package: good enough to point at it. */
export function mentions(file: string | undefined, type: string): boolean {
  if (file === undefined) return false;
  return new RegExp(`(?<![\\w$])${type.replace(/[^\w]/g, '\\$&')}(?![\\w$])`).test(
    readFileSync(file, 'utf8'),
  );
}
