import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { changesBetween, type JsonChanges, withChanges } from '../../lib/json-changes.ts';
import { type Actor, actorName } from '../../session/actor.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import type { DoneAction } from './to-history.ts';

/** The last call of an agent that can be taken back: it changed the page only, and no request has run since. */
interface Undoable {
  /** Whose call it was. */
  by: string;
  /** What it was done to, as people call it. */
  what: string;
  /** From the state now to the state before the call. */
  back: JsonChanges;
  /** What people filled in since; it is filled in again. */
  since: { blockId: string; value: string | number | boolean | null }[];
}

type Given = DoneAction & { blockId?: string; event?: string; value?: unknown };

/** One thing that was run in a session. */
export interface Ran {
  actions: readonly DoneAction[];
  result: AppRunResult;
}

const MAX_NAMED = 3;
/** An item may be at another place afterwards. */
const IN_ITEM = /\.\d+\./;
/** Fields report these while they are filled in. */
const FIELD_EVENTS = new Set(['onBlur', 'onFocus', 'onChange']);

export function undoableIn({ undo }: Record<string, unknown>): Undoable | undefined {
  return isRecord(undo) ? (undo as unknown as Undoable) : undefined;
}

/** The data after a call, with what undoing it takes; `before` is the saved state from before the call. */
export function withUndoable(
  { undo, ...data }: Record<string, unknown>,
  actor: Actor,
  before: unknown,
  ran: readonly Ran[],
): Record<string, unknown> {
  const known = undoableIn({ undo });
  const kept = known ? { ...data, undo: known } : data;
  if (ran.length === 0) return kept;
  // What reached a server or an agent of the app cannot be taken back.
  if (ran.some(({ result }) => result.log.some(hasLeft))) return data;
  const back = changesBetween(data.saved, before).filter(([path]) => path[0] !== 'screen');
  if (back.length === 0) return kept;
  if (actor.kind === 'agent') {
    if (!isRecord(before)) return data;
    return { ...data, undo: { by: actorName(actor), what: toWhat(ran), back, since: [] } satisfies Undoable };
  }
  const since = known && toSince(ran);
  if (!since) return data;
  return {
    ...data,
    // The way back starts from the state now.
    undo: {
      ...known,
      back: changesBetween(data.saved, withChanges(before, known.back)),
      since: [...known.since, ...since],
    },
  };
}

/** The data from before the call, and what people filled in since. Refuses where nothing can be undone. */
export function undone({ undo, ...data }: Record<string, unknown>): {
  data: Record<string, unknown>;
  known: Undoable;
} {
  const known = undoableIn({ undo });
  if (!known)
    throw new TandemError(
      'conflict',
      'This can no longer be undone: a request has run since, or the page was changed in another way. Change it on the page instead.',
    );
  const saved = withChanges(data.saved, known.back) as Record<string, unknown>;
  const { screen, visitNumber = 0 } = (data.saved ?? {}) as { screen?: unknown; visitNumber?: number };
  // Pages that have seen the visit that is taken back must not mistake the next one for it.
  const isSameVisit = saved.visitNumber === visitNumber;
  const visit = isSameVisit ? {} : { visitNumber: visitNumber + 1 };
  return { data: { ...data, saved: { ...saved, ...visit, ...(screen !== undefined && { screen }) } }, known };
}

function hasLeft({ requestResults, requests, event }: AppRunResult['log'][number]): boolean {
  return (requestResults?.length ?? 0) > 0 || (requests?.length ?? 0) > 0 || event === 'onUserMessage';
}

/** What a person filled in; undefined if they did something that cannot simply be done again. */
function toSince(ran: readonly Ran[]): Undoable['since'] | undefined {
  const since: Undoable['since'] = [];
  for (const { actions, result } of ran)
    for (const [index, { success, navigatedTo }] of result.done.entries()) {
      const { type, blockId = '', event = '', value }: Given = actions[index] ?? { type: '' };
      if (navigatedTo !== undefined) return undefined;
      if (!success || (type === 'triggerEvent' && FIELD_EVENTS.has(event))) continue;
      const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
      if (type !== 'setValue' || !isPlain || IN_ITEM.test(`${blockId}.`)) return undefined;
      since.push({ blockId, value: value as Undoable['since'][number]['value'] });
    }
  return since;
}

function toWhat(ran: readonly Ran[]): string {
  const names = new Set(
    ran.flatMap(({ actions, result }) =>
      actions.map((action, index) => {
        const { blockId, pageId } = action as { blockId?: string; pageId?: string };
        const { label, page } = result.facts?.[index] ?? {};
        return label ?? page ?? blockId ?? pageId ?? action.type;
      }),
    ),
  );
  const shown = [...names].slice(0, MAX_NAMED).join(', ');
  return names.size > MAX_NAMED ? `${shown} and ${names.size - MAX_NAMED} more` : shown;
}
