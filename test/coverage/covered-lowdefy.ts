import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testLowdefy } from '../integration/lowdefy/test-lowdefy.ts';

type Types = Record<string, { package: string }>;

/** The types that a configuration can use, as the build has them. */
export interface ShippedTypes {
  actions: Types;
  blocks: Types;
  connections: Types;
  requests: Types;
  operators: { client: Types; server: Types };
}

export interface CoveredLowdefy {
  version: string;
  types: ShippedTypes;
  /** The `node_modules` to run the app on, where it is not ours. */
  modules?: string;
}

/** Which Lowdefy a run covers: that of the tree, or the one whose `node_modules` TANDEM_TEST_LOWDEFY names. */
export async function coveredLowdefy(): Promise<CoveredLowdefy> {
  const given = testLowdefy();
  const modules = given?.modules ?? fileURLToPath(new URL('../../node_modules', import.meta.url));
  const build = join(modules, '@lowdefy/build');
  const types = join(build, 'dist/defaultTypesMap.js');
  const { version } = JSON.parse(readFileSync(join(build, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    types: (await import(pathToFileURL(types).href)).default as ShippedTypes,
    ...(given && { modules }),
  };
}

/** The cases whose type is shipped. */
export function shipped<T>(cases: Record<string, T>, types: Types): Record<string, T> {
  return Object.fromEntries(Object.entries(cases).filter(([type]) => types[type] !== undefined));
}
