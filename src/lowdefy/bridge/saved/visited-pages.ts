import { decodeJson, encodeJson } from '../../../lib/json-codec.ts';
import type { App } from '../../app/app.ts';
import type { EngineContext, Lowdefy } from '../../engine/engine-types.ts';
import { standOn } from '../create-lowdefy.ts';
import type { Progress } from '../progress.ts';
import { damagedError } from './damaged-error.ts';
import { restorePage, type SavedPage, savePage } from './saved-page.ts';
import { newPageUi, type PageUi, type Visit } from './visit.ts';

/** Contexts kept in memory: those of the latest pages. The context of a large page takes megabytes. */
export const MAX_CONTEXTS = 5;

/** A page as it is saved: as text, unless it is the current page. */
export type SavedVisit = SavedPage | string;

/**
 * The pages that a session has visited. The engine would keep the context of each forever; here the last few stay in
 * memory, and the others are saved text until the session returns to them.
 */
export class VisitedPages {
  readonly #app: App;
  readonly #lowdefy: Lowdefy;
  readonly #progress: Progress;
  readonly #ui = new Map<string, PageUi>();
  /** The saved text of pages that have not changed since, whether or not their context is in memory. */
  readonly #texts = new Map<string, string>();
  /** Pages with a context, the latest last. */
  readonly #recent = new Set<string>();

  constructor(app: App, lowdefy: Lowdefy, progress: Progress) {
    this.#app = app;
    this.#lowdefy = lowdefy;
    this.#progress = progress;
  }

  uiOf(pageId: string): PageUi {
    const known = this.#ui.get(pageId) ?? newPageUi();
    this.#ui.set(pageId, known);
    return known;
  }

  contextOf(pageId: string): EngineContext | undefined {
    return this.#lowdefy.contexts[`page:${pageId}`];
  }

  /** A page from an earlier process. */
  add(pageId: string, page: SavedVisit): void {
    this.#texts.set(pageId, typeof page === 'string' ? page : toText(page));
  }

  has(pageId: string): boolean {
    return this.#texts.has(pageId) || this.contextOf(pageId) !== undefined;
  }

  /** The page's context from the engine: a new one, or the existing one, updated. */
  open(config: object, pageId: string): EngineContext {
    const isNew = this.contextOf(pageId) === undefined;
    const getContext = this.#app.packages.engine.getContext as (options: object) => EngineContext;
    const context = getContext({ config, lowdefy: this.#lowdefy, jsMap: this.#app.jsMap ?? {} });
    if (isNew) {
      const { update } = context._internal;
      context._internal.update = () => {
        update();
        this.#progress.step();
      };
    }
    return context;
  }

  /**
   * The session is about to go to a page: if only text is left, its context is recreated as it was when the session
   * left the page; `last` is how it was opened then. Returns what no longer fits because the app has changed.
   */
  enter(config: object, last: Visit): string[] {
    const { pageId } = last;
    const text = this.#texts.get(pageId);
    const lost = text === undefined || this.contextOf(pageId) ? [] : this.#restore(text, config, last);
    // From now on it changes.
    this.#texts.delete(pageId);
    this.#recent.delete(pageId);
    this.#recent.add(pageId);
    return lost;
  }

  /**
   * All pages for the store. While something of the app is running, it may write to any page that has a context; when
   * idle, pages that were left are written as text once, and those left long ago lose their contexts.
   */
  save(currentId: string | undefined, isAtRest: boolean): Record<string, SavedVisit> {
    const saved: Record<string, SavedVisit> = Object.fromEntries(this.#texts);
    for (const context of Object.values(this.#lowdefy.contexts)) {
      const { pageId } = context;
      if (this.#texts.has(pageId)) continue;
      const page = savePage(context, this.uiOf(pageId));
      if (pageId === currentId) {
        saved[pageId] = page;
        continue;
      }
      const text = toText(page);
      saved[pageId] = text;
      if (isAtRest) this.#texts.set(pageId, text);
    }
    if (isAtRest) this.#dropOld();
    return saved;
  }

  #restore(text: string, config: object, last: Visit): string[] {
    try {
      const saved = decodeJson(JSON.parse(text)) as SavedPage;
      standOn(this.#lowdefy, last);
      return restorePage(this.open(config, last.pageId), this.uiOf(last.pageId), saved);
    } catch (error) {
      // Half a page is useless: the text stays as it is.
      this.#drop(last.pageId);
      throw damagedError(error) ?? error;
    }
  }

  #dropOld(): void {
    for (const pageId of [...this.#recent].slice(0, -MAX_CONTEXTS)) this.#drop(pageId);
  }

  #drop(pageId: string): void {
    this.#recent.delete(pageId);
    this.#ui.delete(pageId);
    delete this.#lowdefy.contexts[`page:${pageId}`];
  }
}

function toText(page: SavedPage): string {
  return JSON.stringify(encodeJson(page));
}
