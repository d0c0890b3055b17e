import { blockPackages, iconSets, ownIcons } from 'lowdefy-client';
import type { BlockComponent } from './engine-shape.ts';

type Config = Record<string, unknown>;

const ICON = /"([A-Z][a-z][a-z0-9]?)([A-Z]\w*)"/g;

/** The components of the types that a page uses: packages that it does not use are not loaded. */
export async function loadBlocks(page: Config): Promise<Record<string, BlockComponent>> {
  const types = typesIn(page);
  const wanted = blockPackages.filter((one) => one.isAlways || one.types.some((type) => types.has(type)));
  return Object.assign({}, ...(await Promise.all(wanted.map(({ load }) => load()))));
}

/** What the app itself adds; see `lowdefy/client/bundle-app.ts`. */
export interface AppTypes {
  blocks: Record<string, BlockComponent>;
  operators: Record<string, unknown>;
  icons: Record<string, unknown>;
  /** Categories of blocks; before Lowdefy 5 the components have them. */
  blockMetas: Record<string, unknown>;
  /** The functions of `_js`. */
  jsMap: Record<string, unknown>;
}

/** Absent if the app adds nothing. */
export async function loadAppTypes(address: string | null): Promise<AppTypes> {
  if (address !== null) return import(address);
  return { blocks: {}, operators: {}, icons: {}, blockMetas: {}, jsMap: {} };
}

/** The app's own style sheet; what is drawn before it is there would be drawn twice. */
export function loadStyle(address: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (address === null) return resolve();
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      crossOrigin: 'anonymous',
      href: address,
      onload: () => resolve(),
      onerror: () => reject(new Error('The styles of this app cannot be loaded.')),
    });
    document.head.append(link);
  });
}

/** Icons by the names that occur in the configuration, and all others of the sets they are from. */
export async function loadIcons(...configs: Config[]): Promise<Record<string, unknown>> {
  const prefixes = new Set<string>();
  for (const config of configs)
    for (const [, prefix = ''] of JSON.stringify(config).matchAll(ICON)) prefixes.add(prefix.toLowerCase());
  // Blocks of antd bring icons of this set.
  prefixes.add('ai');
  const sets = Object.entries(iconSets).filter(([name]) => prefixes.has(name.replace(/\d$/, '')));
  return Object.assign({ ...ownIcons }, ...(await Promise.all(sets.map(([, load]) => load()))));
}

/** Everything called `type`: blocks, and skeletons that stand for them. */
function typesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (value === null || typeof value !== 'object') return found;
  const { type } = value as { type?: unknown };
  if (typeof type === 'string') found.add(type);
  for (const inner of Object.values(value)) typesIn(inner, found);
  return found;
}
