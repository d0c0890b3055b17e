import type { EngineContext, Lowdefy } from '../engine-types.ts';
import { Dependency, MISSING } from './dependency.ts';

/** Where operators read from. Those in the first line are objects that are read by path. */
export type Source =
  | ('state' | 'global' | 'input' | 'user')
  | ('request' | 'api' | 'location' | 'media' | 'menus' | 'theme');

/** The whole of a source. */
export const ALL = Symbol('all');

/** A dependency and the version that was read. */
export interface Read {
  of: Dependency;
  version: number;
}

interface Window {
  innerWidth?: number;
  innerHeight?: number;
  location?: unknown;
  __lowdefy_isDark?: unknown;
  localStorage?: { getItem(key: string): unknown };
}

export type GetPath = (object: unknown, path: string | number, options: { default: unknown }) => unknown;

/** Everything that was ever read while a page was evaluated: one dependency per source and path. */
export class PageReads {
  readonly #context: EngineContext;
  readonly #get: GetPath;
  readonly #known = new Map<Source, Map<unknown, Dependency>>();
  /** Counts the evaluations of the page. */
  #pass = 0;

  constructor(context: EngineContext, get: GetPath) {
    this.#context = context;
    this.#get = get;
  }

  nextPass(): void {
    this.#pass += 1;
  }

  read(source: Source, path: string | number | typeof ALL): Read {
    const of = this.#dependency(source, path);
    return { of, version: of.versionIn(this.#pass) };
  }

  areCurrent(reads: readonly Read[]): boolean {
    for (const { of, version } of reads) if (of.versionIn(this.#pass) !== version) return false;
    return true;
  }

  #dependency(source: Source, path: string | number | typeof ALL): Dependency {
    const paths = this.#known.get(source) ?? new Map<unknown, Dependency>();
    this.#known.set(source, paths);
    const known = paths.get(path) ?? this.#watch(source, path);
    paths.set(path, known);
    return known;
  }

  #watch(source: Source, path: string | number | typeof ALL): Dependency {
    const context = this.#context;
    const lowdefy = context._internal.lowdefy as Lowdefy;
    const window = () => (lowdefy._internal.globals as { window?: Window }).window;
    const entryOf = (all: Record<string, unknown[] | undefined>) => {
      const entry = all[String(path)]?.[0];
      return [String(path) in all, entry, ...(entry ? Object.values(entry) : [])];
    };
    switch (source) {
      case 'state':
        return this.#watchObject(() => context.state, path);
      case 'global':
        return this.#watchObject(() => lowdefy.lowdefyGlobal, path);
      case 'input':
        return this.#watchObject(() => lowdefy.inputs[context.id], path);
      case 'user':
        return this.#watchObject(() => lowdefy.user, path);
      case 'request':
        return new Dependency(() => entryOf(context.requests as never), 'parts');
      case 'api':
        return new Dependency(() => entryOf(lowdefy.apiResponses as never), 'parts');
      case 'location':
        return new Dependency(
          () => [lowdefy.basePath, lowdefy.home.pageId, lowdefy.pageId, window()?.location],
          'parts',
        );
      case 'media':
        return new Dependency(() => {
          const { innerWidth, innerHeight, __lowdefy_isDark: isDark, localStorage } = window() ?? {};
          return [innerWidth, innerHeight, isDark, localStorage?.getItem('lowdefy_darkMode')];
        }, 'parts');
      case 'menus':
        return new Dependency(() => [lowdefy.menus], 'parts');
      case 'theme':
        return new Dependency(() => [lowdefy.theme], 'parts');
    }
  }

  #watchObject(object: () => unknown, path: string | number | typeof ALL): Dependency {
    const read = path === ALL ? object : () => this.#get(object(), path, { default: MISSING });
    return new Dependency(read, 'value');
  }
}
