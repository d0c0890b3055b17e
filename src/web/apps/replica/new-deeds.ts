import type { AppSessionState } from '../../../protocol/app-session-state.ts';
import type { ShownDeed } from '../../../protocol/deed.ts';
import { whoDid } from '../../page/timeline/who-did.ts';

/** Blocks that somebody else just changed. */
export interface Mark {
  blockIds: string[];
  name: string;
  color: string;
}

/** The agent's and other people's. */
const COLORS = { agent: '#6d4bd8', person: '#0f766e', system: '#59626f' };

/** What others did since the last state, for marks on the page. */
export class NewDeeds {
  #seen: string | undefined;

  of({ history, you }: Pick<AppSessionState, 'history' | 'you'>): Mark[] {
    const seen = this.#seen;
    this.#seen = history.at(-1)?.timestamp ?? '';
    // What was there when the page was opened is not new.
    if (seen === undefined) return [];
    const fresh = history.filter((done) => done.timestamp > seen && isOthers(done, you));
    const marks = new Map<string, Mark>();
    for (const done of fresh) {
      const name = whoDid(done.actor, you, 1);
      const mark = marks.get(name) ?? { blockIds: [], name, color: COLORS[done.actor.kind] };
      marks.set(name, { ...mark, blockIds: [...mark.blockIds, String(done.blockId)] });
    }
    return [...marks.values()];
  }
}

function isOthers({ actor, blockId, reason }: ShownDeed, you: string): boolean {
  const isOwn = actor.kind === 'person' && actor.userId === you;
  return !isOwn && blockId !== undefined && reason === undefined;
}
