import type { CallContext } from '../../area/call-context.ts';
import { type InputRequired, isInputRequired } from '../../area/input-required.ts';
import type { ToolResult } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import type { Approved } from '../approval/seek-approval.ts';
import { withApproval } from '../approval/with-approval.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { AskFirstError } from '../session/ask-first.ts';
import { type UsedApp, useApp } from '../session/use-app.ts';
import { callSession } from './call-session.ts';
import type { NamedTool } from './named-tool.ts';
import { toProposedTool, withEditedArguments } from './propose-call.ts';

interface NamedCall {
  tool: NamedTool;
  /** The app it belongs to, as it is served. */
  app: string;
  args: Record<string, unknown>;
  /** The agent's own words, for a person who has to approve it. */
  reason?: string | undefined;
  sessionId: string | undefined;
  /** What it does with its arguments; throws if they are wrong. */
  toWork(args: Record<string, unknown>): (used: UsedApp) => Promise<NamedOutcome>;
  /** Of a call that can be continued by hand: what it returns when it fails as a whole. */
  toFailure?(message: string): NamedOutcome;
}

/** What a call returns as structured data, and whether it did what it is for. */
export interface NamedOutcome {
  ok: boolean;
  structured: Record<string, unknown>;
}

/**
 * Runs one of the app's own tools: in the session that is given, or in one of its own, which is closed at the end
 * unless somebody can continue there what failed. What needs a person's approval runs once they have given it.
 */
export async function callNamedTool(
  call: NamedCall,
  ctx: CallContext,
  apps: RunningApps,
): Promise<ToolResult | InputRequired> {
  const { principal, sessions, signal } = ctx;
  const { tool, app, args, reason, toFailure } = call;
  // Before anybody is asked.
  call.toWork(args);
  if (call.sessionId !== undefined) {
    checkApp((await sessions.get(principal, call.sessionId)).data.app);
    const given = call.sessionId;
    return approved(given, async (approval) => toResult(await runIn(given, approval), { approval }));
  }
  const sessionId = await callSession(call, ctx);
  let isKept = false;
  try {
    const result = await approved(sessionId, async (approval) => {
      const outcome = await runIn(sessionId, approval).catch((error: unknown) => {
        if (!toFailure || !(error instanceof TandemError) || error instanceof AskFirstError) throw error;
        return toFailure(error.message);
      });
      isKept = !outcome.ok && toFailure !== undefined;
      return toResult(outcome, { approval, ...(isKept && { sessionId }) });
    });
    // It waits for the person there.
    isKept ||= isInputRequired(result);
    return result;
  } finally {
    if (!isKept) await sessions.close(principal, sessionId);
  }

  function approved(id: string, work: (approval: Approved) => Promise<ToolResult>) {
    const sought = {
      sessionId: id,
      tool: tool.name,
      subject: { tool: tool.name, args },
      reason,
      propose: async (runner: Awaited<ReturnType<RunningApps['get']>>, _ref: object, isWanted: boolean) =>
        tool.confirm || isWanted ? toProposedTool(tool, args, runner.facts) : undefined,
    };
    return withApproval(sought, ctx, apps, work);
  }

  function runIn(id: string, { approval, edited }: Approved): Promise<NamedOutcome> {
    const work = call.toWork(withEditedArguments(tool, args, edited));
    return useApp({ principal, sessions, signal, sessionId: id, tool: tool.name, approval }, apps, work);
  }

  function checkApp(of: unknown): void {
    if (String(of ?? apps.names[0]) === app) return;
    throw new TandemError(
      'invalid_input',
      `${tool.name} is a tool of the app "${app}", and the session is of another.`,
    );
  }
}

function toResult(
  { ok, structured }: NamedOutcome,
  { approval, sessionId }: { approval: Approved; sessionId?: string },
): ToolResult {
  const { news } = approval;
  const told = news ? [JSON.stringify(news)] : [];
  if (sessionId === undefined) {
    const note = told.join('\n');
    return { structured, ...(note && { note }), ...(!ok && { isError: true }) };
  }
  const where = `Session ${sessionId} stays on this page for an hour: continue there with interact, or ask the person to.`;
  return { structured: { ...structured, sessionId }, note: [...told, where].join('\n'), isError: true };
}
