import { serializer } from 'lowdefy-client';
import type { ReplicaNotice } from '../protocol/replica-state.ts';
import { rootOf } from './engine-words.ts';
import type { ShownPage } from './shown-page.ts';

/** The component of messages appears with its page. */
const NEW_PAGE_MS = 60;

/** Messages of the app, as its own client shows them, each once. */
export class ShownNotices {
  readonly #page: ShownPage;
  #seen: number | undefined;

  constructor(page: ShownPage) {
    this.#page = page;
  }

  show(notices: readonly ReplicaNotice[], isNewPage: boolean): void {
    const last = notices.at(-1)?.number ?? 0;
    // Those from before this page was opened are over.
    const fresh = this.#seen === undefined ? [] : notices.filter(({ number }) => number > (this.#seen ?? 0));
    this.#seen = Math.max(this.#seen ?? 0, last);
    for (const notice of fresh) setTimeout(() => this.#open(notice), isNewPage ? NEW_PAGE_MS : 0);
  }

  #open({ blockId, params }: ReplicaNotice): void {
    const given = serializer.deserialize(params) as Record<string, unknown>;
    const { context, lowdefy } = this.#page;
    if (blockId === undefined) lowdefy._internal.displayMessage?.(given);
    else if (context) rootOf(context).map[blockId]?.methods.open?.(given);
  }
}
