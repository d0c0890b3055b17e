import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { TandemError } from '../../../errors.ts';
import type { App } from '../../app/app.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { propertiesOf } from './gesture-step.ts';
import type { Searched, SearchResult } from './search-results.ts';

/** The part we use of the search library that comes with the app's blocks. */
interface MiniSearch {
  addAll(documents: unknown[]): void;
  search(query: string, options: object): SearchResult[];
}
interface MiniSearchModule {
  default: (new (
    options: object,
  ) => MiniSearch) & {
    loadJSONAsync(text: string, options: object): Promise<MiniSearch>;
  };
}

interface Index {
  instance: MiniSearch;
  searchDefaults?: object;
  resultDefaults?: object;
  groups?: unknown;
}

const built = new WeakMap<object, Index>();

/** Searches as the component does: in the documents of the app, or in index files that it names. */
export async function searchDocuments(
  app: App,
  block: EngineBlock,
  query: string,
  fetchText: (url: string) => Promise<string>,
): Promise<Searched> {
  const { documents, indexUrl, searchOptions, result, groups } = propertiesOf(block);
  if (!Array.isArray(documents) && !indexUrl) return { results: [], groups, mapping: {} };
  const library = await loadLibrary(app, block);
  const indexes = Array.isArray(documents)
    ? [fromDocuments(library, block, documents)]
    : await Promise.all([indexUrl].flat().map((url) => fromFile(library, app, String(url), fetchText)));
  const [first] = indexes;
  const options = { ...first?.searchDefaults, ...(searchOptions as object | undefined) };
  const results = indexes.flatMap(({ instance }) => instance.search(query, options));
  return {
    results: results.toSorted((a, b) => Number(b.score) - Number(a.score)),
    groups: groups ?? first?.groups,
    mapping: { ...first?.resultDefaults, ...(result as object | undefined) },
  };
}

async function loadLibrary(app: App, block: EngineBlock): Promise<MiniSearchModule['default']> {
  const module = await app.packages.loadDependency?.('@lowdefy/blocks-antd', 'minisearch');
  if (module) return (module as unknown as MiniSearchModule).default;
  throw new TandemError(
    'unavailable',
    `"${block.blockId}" cannot search here: minisearch, which comes with @lowdefy/blocks-antd, is not in the app's packages. Install the app's Lowdefy by building it once.`,
  );
}

function fromDocuments(
  Library: MiniSearchModule['default'],
  block: EngineBlock,
  documents: unknown[],
): Index {
  const known = built.get(documents);
  if (known) return known;
  const { fields = ['title', 'content'], storeFields = [] } = propertiesOf(block);
  const instance = new Library({ fields, storeFields });
  try {
    instance.addAll(documents);
  } catch (error) {
    const { message } = error as Error;
    throw new TandemError(
      'unavailable',
      `The documents of "${block.blockId}" cannot be searched: ${message}`,
    );
  }
  const index = { instance };
  built.set(documents, index);
  return index;
}

async function fromFile(
  library: MiniSearchModule['default'],
  app: App,
  url: string,
  fetchText: (url: string) => Promise<string>,
): Promise<Index> {
  try {
    const text = /^https?:/i.test(url) ? await fetchText(url) : await readPublic(app, url);
    const { data, options, ...defaults } = JSON.parse(text);
    return { ...defaults, instance: await library.loadJSONAsync(JSON.stringify(data), options) };
  } catch (error) {
    const { message } = error as Error;
    throw new TandemError('unavailable', `The search index ${url} cannot be used: ${message}`);
  }
}

/** A file that the app's own server would serve. */
async function readPublic(app: App, url: string): Promise<string> {
  const folder = await realpath(join(app.dir, 'public')).catch(() => undefined);
  const { pathname } = new URL(url, 'http://localhost/');
  const file = folder && (await realpath(join(folder, decodeURIComponent(pathname))).catch(() => undefined));
  if (!folder || !file?.startsWith(folder + sep))
    throw new Error('it is not in the public folder of the app');
  return readFile(file, 'utf8');
}
