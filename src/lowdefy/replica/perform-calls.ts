import { TandemError } from '../../errors.ts';
import { toInternalError } from '../../lib/internal-error.ts';
import type { ReplicaBatch, ReplicaCall } from '../../protocol/replica-calls.ts';
import { type ActionFacts, watchAction } from '../bridge/action-facts.ts';
import type { AppSession } from '../bridge/app-session.ts';
import { setScreen } from '../bridge/create-lowdefy.ts';
import { dropRepeats } from '../bridge/drawing/drop-repeats.ts';
import { currentId, itemPosition } from '../bridge/item-names.ts';
import { eachBlock } from '../bridge/locate-block.ts';
import type { LogItem, TracedRequest } from '../bridge/recorder.ts';
import { isExcluded } from '../bridge/to-snapshot.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import { blocksAround } from './blocks-around.ts';
import { ConfirmationNeeded } from './confirmation-needed.ts';
import { isUnintended, startCall } from './start-call.ts';

export interface PerformedCalls {
  /** One line per call, in order. */
  done: LogItem[];
  /** Lines of the pages they led to. */
  following: LogItem[];
  /** Blocks of the page that agents cannot see. */
  hidden: Set<string>;
  /** The calls as they were made: items of lists may have moved since the person acted. */
  made: ReplicaCall[];
  /** What the history says besides, for each call. */
  facts: ActionFacts[];
}

/**
 * Makes the calls that components made in the person's browser. As there, they start in order without waiting for one
 * another: a click in a list of rows triggers several events at once.
 */
export async function performCalls(
  session: AppSession,
  { visit, calls, screen }: ReplicaBatch,
  isConfirmed: boolean,
): Promise<PerformedCalls> {
  if (screen) setScreen(session.lowdefy, screen);
  if (screen && session.history.length > 0) session.context._internal.update();
  if (calls.length > 0 && visit !== session.visitNumber)
    throw new TandemError('conflict', 'The page changed in the meantime. Check it and try again.');
  const { recorder } = session;
  const from = session.history.at(-1);
  recorder.begin({ action: 'person' });
  session.beginGesture();
  const done = calls.map(toLine);
  const hidden = hiddenIds(session);
  const around = blocksAround(session, calls);
  const made = [...calls];
  const watched: ReturnType<typeof watchAction>[] = [];
  const started = calls.map((call, index) => {
    const line = done[index] as LogItem;
    return recorder.during(line, async () => {
      try {
        const current = toCurrent(session, call);
        made[index] = current ?? call;
        watched[index] = watchAction(session, current ?? call);
        if (current) recorder.follow(await startCall(session, current, isConfirmed, around));
      } catch (error) {
        watched[index] ??= watchAction(session, call);
        Object.assign(line, { success: false, error: toReason(error, session) });
        if (error instanceof ConfirmationNeeded) line.needsConfirmation = error.guard;
      }
    });
  });
  await Promise.all(started);
  try {
    recorder.follow(await session.settle());
  } catch (error) {
    const last = done.at(-1);
    if (last) Object.assign(last, { success: false, error: toReason(error, session) });
  }
  const last = done.at(-1);
  if (last && session.history.at(-1) !== from) last.navigatedTo = session.visit.pageId;
  const requests = done.map((): TracedRequest[] => []);
  // Those of a page that opens are the last call's.
  for (const { of, request } of recorder.takeTraced()) requests.at(done.indexOf(of))?.push(request);
  const following = [recorder.end(), ...recorder.takeFollowing()];
  const facts = done.map((item, index) => watched[index]?.(item, requests[index] ?? []) ?? {});
  return { done: done.map(dropRepeats), following, hidden, made, facts };
}

function toLine(call: ReplicaCall): LogItem {
  return {
    action: call.type,
    ...('blockId' in call ? { blockId: call.blockId } : {}),
    ...('event' in call ? { event: call.event } : {}),
    ...('pageId' in call ? { pageId: call.pageId } : {}),
    success: true,
  };
}

/** The call for where its block and item are now. Undefined where they are gone and nobody meant it. */
function toCurrent(session: AppSession, call: ReplicaCall): ReplicaCall | undefined {
  if (!('blockId' in call)) return call;
  const page = session.tree();
  const blockId = currentId(page, call.blockId, call.items);
  if (blockId === undefined && isUnintended(call)) return undefined;
  if (blockId === undefined) throw removed();
  if (call.type !== 'callMethod' || call.item === undefined) return { ...call, blockId };
  const index = itemPosition(page, blockId, call.item);
  if (index === undefined) throw removed();
  return { ...call, blockId, args: [index] };
}

function removed(): TandemError {
  return new TandemError(
    'conflict',
    'This item was removed in the meantime, so nothing was done. Check the page and try again.',
  );
}

/** Blocks that agents cannot see, or that are in one. */
function hiddenIds(session: AppSession): Set<string> {
  if (session.history.length === 0) return new Set();
  const isNamed = ({ block }: BlockTree) => isExcluded(block.blockId, session.settings);
  return new Set(
    [...eachBlock(session.tree())]
      .filter(({ tree, path }) => isNamed(tree) || path.some((step) => isNamed(step.tree)))
      .map(({ tree }) => tree.block.blockId),
  );
}

function toReason(error: unknown, session: AppSession): string {
  return error instanceof TandemError
    ? error.message
    : toInternalError(error, 'in a call of a page', session.app.log);
}
