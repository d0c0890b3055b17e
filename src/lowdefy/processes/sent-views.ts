import { LruMap } from '../../lib/lru-map.ts';
import type { PageView } from '../../view/view-node.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import { MAX_LIVE } from '../runner/max-live.ts';
import { type PackedView, packView, unpackView } from './packed-view.ts';

/** A view that both processes have, by its number. */
export interface SharedView {
  number: number;
  view: PageView;
}

/** A result whose view refers to an earlier one, if the server has it. */
export interface PackedResult {
  result: unknown;
  view?: { number: number; packed: PackedView };
}

/** In the page process: the view of each session that was sent last. */
export class SentViews {
  readonly #last = new LruMap<string, SharedView>({ max: MAX_LIVE });
  #count = 0;

  /** `known`: the number of the view that the server has. */
  pack(sessionId: string, known: number | undefined, result: unknown): PackedResult {
    const { page } = (result ?? {}) as Partial<AppRunResult>;
    if (!page?.view) return { result };
    const last = this.#last.get(sessionId);
    const packed = packView(page.view, last?.number === known ? last?.view : undefined);
    const number = ++this.#count;
    this.#last.set(sessionId, { number, view: page.view });
    const { view: _, ...rest } = page;
    return { result: { ...(result as AppRunResult), page: rest }, view: { number, packed } };
  }
}

/** In the server: the views that a page process has sent, by session. */
export class ReceivedViews {
  readonly #last = new LruMap<string, SharedView>({ max: MAX_LIVE });

  lastOf(sessionId: string): SharedView | undefined {
    return this.#last.get(sessionId);
  }

  /** `before`: the view whose number was sent with the call. */
  unpack(sessionId: string, before: SharedView | undefined, { result, view }: PackedResult): unknown {
    if (!view) return result;
    const whole = unpackView(view.packed, before?.view);
    this.#last.set(sessionId, { number: view.number, view: whole });
    const { page } = result as AppRunResult;
    return { ...(result as AppRunResult), page: { ...page, view: whole } };
  }
}
