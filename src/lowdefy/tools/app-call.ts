import type { CallContext } from '../../area/call-context.ts';
import type { ToolResult } from '../../area/tool.ts';
import type { OpenSession } from '../../session/sessions.ts';
import type { Approved } from '../approval/seek-approval.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { RowsToRender } from '../render/render-context.ts';
import type { AppFacts, AppRunner, AppRunResult, SessionRef, Wanted } from '../runner/app-runner.ts';
import { askFirstIn } from '../session/ask-first.ts';
import { takeNews } from '../session/meanwhile.ts';
import { untilReleased } from '../session/until-released.ts';
import { type UsedApp, useApp } from '../session/use-app.ts';
import { toAgentLog, toFailureLine } from './agent-log.ts';
import { valuesGiven, withBlockOf, writeAgentPage } from './agent-page.ts';
import type { AgentFormat } from './agent-view.ts';
import type { AppTools } from './app-tools.ts';

/** How much of the page an agent wants back. */
export interface ViewOptions {
  view?: 'full' | 'changes' | 'none';
  format?: 'tags' | 'compact';
  rows?: RowsToRender;
  log?: 'full' | 'short';
  /** How long to wait for a person who holds the session. */
  waitSeconds?: number;
}

interface AppCall {
  tool: string;
  sessionId: string;
  options: ViewOptions;
  /** Whether the whole page is returned by default. */
  wholePage: boolean;
  actions: readonly AppAction[];
  /** What follows a failed action is not run. */
  stopOnFailure?: boolean;
  /** The person's approval of the actions, if they need one. */
  approved?: Approved;
  run(runner: AppRunner, ref: SessionRef, wanted: Wanted): Promise<AppRunResult>;
}

const CHANGED =
  'The app changed since your last call and was rebuilt: pages, blocks and events may differ. The session kept its state.';
/** However long the log is, part of the page is shown. */
const MIN_CHARACTERS = 4000;

/** One call on an app session: run, save, render, and return the page and the log. */
export async function callApp(call: AppCall, ctx: CallContext, apps: AppTools): Promise<ToolResult> {
  const { view: mode = call.wholePage ? 'full' : 'changes', rows } = call.options;
  const { principal, sessions, signal } = ctx;
  const { sessionId, tool, approved } = call;
  const { approval } = approved ?? {};
  const { waitSeconds = 0 } = call.options;
  return untilReleased({ sessionId, waitSeconds }, ctx, () =>
    useApp({ principal, sessions, signal, sessionId, tool, approval }, apps, callOn),
  );

  async function callOn({ session, runner, run }: UsedApp): Promise<ToolResult> {
    const { record } = session;
    const wanted = {
      view: mode !== 'none',
      withRest: true,
      ...(rows && { rows }),
      ...(call.stopOnFailure && { stopOnFailure: true }),
    };
    const notice = apps.buildNotices.of(sessionId, runner);
    const { news, data } = takeNews(record.data, principal);
    record.data = data;
    const result = await run(call.actions, (app, ref) => call.run(app, ref, wanted));
    return answer(result, session, { news: [notice, ...news, approved?.news], facts: runner.facts });
  }

  function answer(
    { page, log, done, lost, changed }: AppRunResult,
    session: OpenSession,
    { news, facts }: { news: (LogItem | undefined)[]; facts: AppFacts },
  ): ToolResult {
    const lines = toAgentLog(log, call.options.log ?? 'short');
    const failure = toFailureLine(done, call.actions.length, call.stopOnFailure === true);
    if (lost.length > 0)
      lines.unshift({
        action: 'restore',
        success: true,
        warnings: [`Not everything could be restored: ${lost.join('; ')}.`],
      });
    if (changed) lines.unshift({ action: 'reload', success: true, messages: [CHANGED] });
    lines.unshift(...news.flatMap((one) => one ?? []));
    const logAlone = (note: string) => (failure === undefined ? { text: note } : { text: failure, note });
    if (!page) return logAlone(JSON.stringify(lines));
    const { view, warnings } = page;
    if (warnings.length > 0) lines.push({ action: 'render', success: true, warnings });
    const last = apps.lastViews.of(session.record, ctx.principal);
    // Without a view, what the agent saw last is still from before this call. Other rows than usual are for once.
    const seen = view && last && rows ? withBlockOf(view, last, rows.blockId) : view;
    apps.lastViews.keep(session, ctx.principal, seen ?? last);
    const note = JSON.stringify(lines);
    if (!view) return logAlone(note);
    const asks = askFirstIn(session.record.data);
    const announced = asks && `Each change here needs approval: ${asks.by} is asked first.`;
    const head = [failure, facts.notice, announced]
      .filter(Boolean)
      .map((line) => `${line}\n\n`)
      .join('');
    const maxCharacters = Math.max(
      MIN_CHARACTERS,
      ctx.sessions.limits.maxResultTokens * 4 - note.length - head.length,
    );
    const before = mode === 'changes' ? last : undefined;
    const text = writeAgentPage({
      view,
      before,
      asked: rows?.blockId,
      given: valuesGiven(call.actions, done),
      format: call.options.format ?? sessionFormat(session.record.data) ?? facts.settings.format ?? 'tags',
      maxCharacters,
      withoutMenus: (nodes) =>
        call.options.view === 'full' ? nodes : apps.seenMenus.without(nodes, sessionId, ctx.principal),
    });
    return { text: `${head}${text}`, note };
  }
}

/** As chosen with session_create. */
function sessionFormat({ format }: Record<string, unknown>): AgentFormat | undefined {
  return format === 'tags' || format === 'compact' ? format : undefined;
}
