import { z } from 'zod';
import type { AreaServices } from '../../area/area.ts';
import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Acted, AppSessionState, RowsWanted } from '../../protocol/app-session-state.ts';
import { APP_KINDS } from '../app-sessions.ts';
import { actionSchema } from '../bridge/actions/action.ts';
import type { RunPage } from '../runner/app-runner.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { withGivenFiles } from '../session/given-files.ts';
import { addPersonActions } from '../session/person-actions.ts';
import { toRef, useApp } from '../session/use-app.ts';
import { checkActionCount } from '../tools/check-action-count.ts';

type Principal = RouteContext['principal'];

/** `rev`: the version the person saw when they acted, for actions that must not hit another one. */
const actSchema = z.strictObject({ actions: z.array(actionSchema).min(1), rev: z.number().optional() });
/** How much of a session's history is shown; all of it is on disk. */
const MAX_LINES = 50;
const MAX_OPTIONS = 1000;

/** What a person sees of app sessions and does in them, alongside the agent. */
export class AppPages {
  readonly #apps: RunningApps;
  readonly #services: AreaServices;

  constructor(apps: RunningApps, services: AreaServices) {
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

  async look(principal: Principal, sessionId: string, rows?: RowsWanted): Promise<AppSessionState> {
    const { sessions } = this.#services;
    const { name, description, status, rev } = await sessions.get(principal, sessionId);
    const shown = status === 'open' ? await this.#view(principal, sessionId, rows) : undefined;
    const problem = shown instanceof TandemError ? shown.message : undefined;
    const page = shown instanceof TandemError ? undefined : shown;
    const history = await sessions.readLog(principal, sessionId);
    return {
      name,
      description,
      status,
      rev,
      view: page?.view ?? null,
      address: page ? `${page.pageId}?${page.urlQuery ?? ''}` : '',
      ...(problem !== undefined && { problem }),
      warnings: page?.warnings ?? [],
      ...(page?.isAnswering && { isAnswering: true }),
      history: history.slice(-MAX_LINES),
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
      record.data = addPersonActions(record.data, actions, result);
      return { done: result.log.map((item) => ({ ...item })), from: record.rev };
    });
    return { ...done, to };
  }

  /** Or why there is none: if an app is gone, switched off or stuck, the session and its history remain. */
  async #view(
    principal: Principal,
    sessionId: string,
    rows: RowsWanted | undefined,
  ): Promise<RunPage | TandemError | undefined> {
    try {
      return await this.#services.sessions.look(principal, { sessionId, kind: APP_KINDS }, async (record) => {
        const runner = await this.#apps.of(record);
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
