import type { RouteContext } from '../../area/route.ts';
import type { OpenSession, Sessions } from '../../session/sessions.ts';
import { APP_KINDS } from '../app-sessions.ts';
import type { PageOutput, WantedOutput } from '../named/page-output.ts';
import type {
  AppRunner,
  AppRunResult,
  RunPage,
  SessionRef,
  ShownState,
  Wanted,
} from '../runner/app-runner.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { AskFirstError, askFirstIn, isChange } from './ask-first.ts';
import { checkHold } from './hold.ts';
import { noteActions } from './meanwhile.ts';
import { type DoneAction, toHistory } from './to-history.ts';
import { type Ran, withUndoable } from './undo.ts';
import { checkInUse, withoutUsedApproval } from './used-approval.ts';
import { withWhoClosed } from './who-closed.ts';

type Principal = RouteContext['principal'];

export interface AppUse {
  principal: Principal;
  sessions: Sessions;
  signal?: AbortSignal;
  sessionId: string;
  /** What an app's author may have disabled; empty when a person acts. */
  tool?: string;
  /** A person's approval of what is about to be done. */
  approval?: string | undefined;
}

/** A session of an app during one call. */
export interface UsedApp {
  session: OpenSession;
  runner: AppRunner;
  /** Runs something in the app. The result goes into the record and the history, and is saved when the call ends. */
  run(
    actions: readonly DoneAction[],
    work: (runner: AppRunner, ref: SessionRef) => Promise<AppRunResult>,
  ): Promise<AppRunResult>;
  /** The data behind the page as it is now. */
  state(): Promise<ShownState>;
  /** The page as it is now. */
  view(wanted?: Wanted): Promise<RunPage | undefined>;
  /** The data that the page shows now. */
  output(wanted: WantedOutput): Promise<PageOutput>;
}

/**
 * Exclusive work on an app's session. If it fails, the state in memory is dropped, because it is not what is on disk.
 */
export async function useApp<T>(
  { principal, sessions, signal, sessionId, tool, approval }: AppUse,
  apps: RunningApps,
  work: (used: UsedApp) => Promise<T>,
): Promise<T> {
  let runner: AppRunner | undefined;
  const useSession = async (session: OpenSession): Promise<T> => {
    const { record } = session;
    checkHold(record, principal, { reads: tool === undefined });
    const found = await apps.of(record, tool);
    runner = found;
    const isApproved = approval !== undefined;
    if (isApproved) checkInUse(approval, record.data);
    const askFirst = isApproved || principal.kind === 'person' ? undefined : askFirstIn(record.data);
    const before = record.data.saved;
    const ran: Ran[] = [];
    const result = await work({
      session,
      runner: found,
      async run(asked, act) {
        if (askFirst && asked.some(isChange)) throw new AskFirstError(askFirst);
        const result = await act(found, { ...toRef(record, principal), isApproved });
        const actions = result.made ?? asked;
        record.data = noteActions({ ...record.data, saved: result.data }, principal, actions, result);
        const { pageId = record.currentPageId, view } = result.page ?? {};
        if (view || pageId !== record.currentPageId) {
          const { pageTitle: _, ...glance } = record.glance ?? {};
          record.glance = { ...glance, ...(view?.title && { pageTitle: view.title }) };
        }
        record.currentPageId = pageId;
        ran.push({ actions, result });
        for (const { action, detail } of toHistory(actions, result)) session.log(action, detail);
        // From here on, the engine in memory matches what is on disk.
        session.onSaved((rev) => found.saved(record.sessionId, rev));
        return result;
      },
      state: () => found.state(toRef(record, principal)),
      view: (wanted) => found.view(toRef(record, principal), wanted),
      output: (wanted) => found.output(toRef(record, principal), wanted),
    });
    record.data = withUndoable(record.data, principal, before, ran);
    if (isApproved) record.data = withoutUsedApproval(record.data);
    return result;
  };
  try {
    return await sessions.use(principal, { sessionId, kind: APP_KINDS }, useSession, signal);
  } catch (error) {
    // Also if the save failed.
    runner?.drop(sessionId);
    throw await withWhoClosed(error, { principal, sessions, sessionId });
  }
}

export function toRef(
  { sessionId, rev, data }: OpenSession['record'],
  { user, kind }: Pick<Principal, 'user' | 'kind'>,
): SessionRef {
  const saved = data.saved as Record<string, unknown> | undefined;
  return { sessionId, rev, user, isPerson: kind === 'person', data: saved ?? {} };
}
