import { z } from 'zod';
import type { AreaServices } from '../../area/area.ts';
import { PresentPeople } from '../../area/present-people.ts';
import type { RouteContext } from '../../area/route.ts';
import { toDeeds } from '../../area/time-line/to-deeds.ts';
import { TandemError } from '../../errors.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import type { Acted, AppSessionState, RowsWanted } from '../../protocol/app-session-state.ts';
import { holdRequestSchema, holdStepSchema } from '../../protocol/hold.ts';
import type { ReplicaState } from '../../protocol/replica-state.ts';
import { whoEnded } from '../../session/who-ended.ts';
import { APP_KINDS } from '../app-sessions.ts';
import { actionSchema } from '../bridge/actions/action.ts';
import type { RunPage } from '../runner/app-runner.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { askFirstIn, withAskFirst } from '../session/ask-first.ts';
import { withGivenFiles } from '../session/given-files.ts';
import { holdIn, withHold } from '../session/hold.ts';
import { noteDeed } from '../session/meanwhile.ts';
import { undoableIn, undone } from '../session/undo.ts';
import { toRef, useApp } from '../session/use-app.ts';
import { checkActionCount } from '../tools/check-action-count.ts';

type Principal = RouteContext['principal'];

/** `rev`: the version the person saw when they acted, for actions that must not hit another one. */
const actSchema = z.strictObject({ actions: z.array(actionSchema).min(1), rev: z.number().optional() });
/** Enough to say what is happening; the time line has a wire of its own. */
const MAX_LINES = 20;
const MAX_OPTIONS = 1000;

/** Part of a table in the plain view, or the page for the real client. */
export interface LookWanted {
  rows?: RowsWanted | undefined;
  /** `knownVisit`: the reader has the configuration of this one. */
  replica?: { knownVisit: number | undefined };
}

type ShownPage = RunPage & { replica?: ReplicaState };

/** What a person sees of app sessions and does in them, alongside the agent. */
export class AppPages {
  readonly #apps: RunningApps;
  readonly #services: AreaServices;
  readonly people: PresentPeople;
  readonly #looks = new SharedWork<AppSessionState>();

  constructor(apps: RunningApps, services: AreaServices, people = new PresentPeople()) {
    this.people = people;
    this.#apps = apps;
    this.#services = services;
  }

  /** Throws if the session does not exist or is not an app session. */
  async check(principal: Principal, sessionId: string): Promise<void> {
    const { kind } = await this.#services.sessions.get(principal, sessionId);
    if (!APP_KINDS.includes(kind))
      throw new TandemError('not_found', `Session "${sessionId}" is not an app session.`);
  }

  /** Changes with every save. */
  async revOf(principal: Principal, sessionId: string): Promise<number> {
    return (await this.#services.sessions.get(principal, sessionId)).rev;
  }

  /** Many pages of one user may watch a session; what they all see is made once. */
  look(principal: Principal, sessionId: string, wanted: LookWanted = {}): Promise<AppSessionState> {
    const key = JSON.stringify([principal, sessionId, wanted]);
    return this.#looks.do(key, () => this.#look(principal, sessionId, wanted));
  }

  async #look(principal: Principal, sessionId: string, wanted: LookWanted): Promise<AppSessionState> {
    const { sessions } = this.#services;
    const record = await sessions.get(principal, sessionId);
    const { name, description, status, rev } = record;
    const { may, owner } = await sessions.accessOf(principal, record);
    const hold = holdIn(record.data);
    const askFirst = askFirstIn(record.data);
    const undo = undoableIn(record.data);
    const shown = status === 'open' ? await this.#view(principal, sessionId, wanted) : undefined;
    const problem = shown instanceof TandemError ? shown.message : undefined;
    const page = shown instanceof TandemError ? undefined : shown;
    const parts = await sessions.parts(record, { limit: MAX_LINES });
    return {
      name,
      description,
      status,
      rev,
      view: page?.view ?? null,
      ...(page?.replica && { replica: page.replica }),
      address: page ? `${page.pageId}?${page.urlQuery ?? ''}` : '',
      ...(problem !== undefined && { problem }),
      warnings: page?.warnings ?? [whoEnded(record) ?? []].flat(),
      ...(page?.isAnswering && { isAnswering: true }),
      history: toDeeds(parts, sessions.kind(record.kind)).slice(-MAX_LINES),
      you: principal.userId,
      ...(owner !== undefined && { owner }),
      may,
      here: this.people.of(sessionId),
      ...(hold && { hold }),
      ...(askFirst && { askFirst }),
      ...(undo && { undo: { by: undo.by, what: undo.what } }),
      shareable: owner === undefined && !principal.local && sessions.kind(record.kind)?.shareable === true,
    };
  }

  async act(principal: Principal, sessionId: string, given: unknown): Promise<Acted> {
    const parsed = actSchema.safeParse(given);
    if (!parsed.success)
      throw new TandemError('invalid_input', 'Send {"actions":[…]} with the actions of interact.');
    const { actions, rev } = parsed.data;
    const { sessions } = this.#services;
    checkActionCount(actions, sessions.limits.maxActionsPerCall);
    let to = 0;
    const done = await useApp({ principal, sessions, sessionId }, this.#apps, async ({ session, run }) => {
      const { record } = session;
      session.onSaved((saved) => {
        to = saved;
      });
      if (rev !== undefined && rev !== record.rev)
        throw new TandemError('conflict', 'The page just changed. Check it and try again.');
      const { maxUploadMb } = sessions.limits;
      const result = await run(actions, async (runner, ref) =>
        runner.act(ref, await withGivenFiles(actions, runner.facts, maxUploadMb), { view: false }),
      );
      return { done: result.log.map((item) => ({ ...item })), from: record.rev };
    });
    return { ...done, to };
  }

  /** Keeps agents from acting in the session, or lets them act again. */
  async hold(principal: Principal, sessionId: string, given: unknown): Promise<void> {
    const parsed = holdRequestSchema.safeParse(given);
    if (!parsed.success)
      throw new TandemError(
        'invalid_input',
        `Send {"step":…}: ${holdStepSchema.options.join(', ')}; or {"askFirst":true}.`,
      );
    const { data: wanted } = parsed;
    await this.#services.sessions.use(principal, { sessionId, kind: APP_KINDS }, async ({ record, log }) => {
      if ('step' in wanted) {
        record.data = withHold(record.data, wanted.step, principal);
        log(wanted.step);
      } else if (wanted.askFirst !== (askFirstIn(record.data) !== undefined)) {
        record.data = withAskFirst(record.data, wanted.askFirst, principal);
        log(wanted.askFirst ? 'askFirst' : 'askNoMore');
      }
    });
  }

  /**
   * Takes back the last call of an agent, as long as nothing but the page was changed since. What people filled in since is
   * filled in again; fields that are gone with the call are returned.
   */
  async undo(principal: Principal, sessionId: string): Promise<{ lost: number }> {
    const { sessions } = this.#services;
    return useApp({ principal, sessions, sessionId }, this.#apps, async ({ session, runner, run }) => {
      const { record } = session;
      const { data, known } = undone(record.data);
      record.data = noteDeed(data, principal, { action: 'undo', undid: known.what, success: true });
      session.log('undo', { what: known.what, by: known.by });
      // Its engine has the state that is taken back.
      runner.drop(sessionId);
      const actions = known.since.map((one) => ({ type: 'setValue' as const, ...one }));
      if (actions.length === 0) return { lost: 0 };
      const { done } = await run(actions, (app, ref) => app.act(ref, actions, { view: false }));
      return { lost: done.filter(({ success }) => !success).length };
    });
  }

  /** Or why there is none: if an app is gone, switched off or stuck, the session and its history remain. */
  async #view(
    principal: Principal,
    sessionId: string,
    { rows, replica }: LookWanted,
  ): Promise<ShownPage | TandemError | undefined> {
    try {
      return await this.#services.sessions.look(principal, { sessionId, kind: APP_KINDS }, async (record) => {
        const runner = await this.#apps.of(record);
        if (replica) {
          const state = await runner.replica(toRef(record, principal), replica.knownVisit);
          const { notice } = runner.facts;
          const warnings = notice === undefined ? [] : [notice];
          return state && { pageId: state.pageId, urlQuery: state.urlQuery, warnings, replica: state };
        }
        const wanted = { mostOptions: MAX_OPTIONS, ...(rows && { rows }) };
        const page = await runner.view(toRef(record, principal), wanted);
        const { notice } = runner.facts;
        return page && notice !== undefined ? { ...page, warnings: [notice, ...page.warnings] } : page;
      });
    } catch (error) {
      if (error instanceof TandemError && error.code !== 'busy') return error;
      throw error;
    }
  }
}
