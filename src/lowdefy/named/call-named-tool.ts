import type { CallContext } from '../../area/call-context.ts';
import type { ToolResult } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import { appCallSessions } from '../app-sessions.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { type UsedApp, useApp } from '../session/use-app.ts';
import type { NamedTool } from './named-tool.ts';
import { WHOLE_FORM } from './run-form.ts';
import type { Outcome } from './tool-arguments.ts';

interface NamedCall {
  tool: NamedTool;
  /** The app it belongs to, as it is served. */
  app: string;
  sessionId: string | undefined;
  work(used: UsedApp): Promise<Outcome>;
}

/**
 * Runs one of the app's own tools: in the session that is given, or in one of its own that is closed when the call
 * succeeds, and otherwise kept so that the agent or the person can continue there.
 */
export async function callNamedTool(
  call: NamedCall,
  ctx: CallContext,
  apps: RunningApps,
): Promise<ToolResult> {
  const { principal, sessions, signal } = ctx;
  const { tool, app } = call;
  if (call.sessionId !== undefined) {
    checkApp((await sessions.get(principal, call.sessionId)).data.app);
    return toResult(await runIn(call.sessionId));
  }
  const own = { kind: appCallSessions.kind, name: tool.title, data: { app } };
  const { sessionId } = await sessions.create(principal, own, signal);
  const outcome = await runIn(sessionId).catch((error: unknown): Outcome => {
    if (!(error instanceof TandemError)) throw error;
    return { ok: false, errors: { [WHOLE_FORM]: [error.message] } };
  });
  if (!outcome.ok) return toResult({ ...outcome, sessionId });
  await sessions.close(principal, sessionId);
  return toResult(outcome);

  function runIn(id: string): Promise<Outcome> {
    return useApp({ principal, sessions, signal, sessionId: id, tool: tool.name }, apps, call.work);
  }

  function checkApp(of: unknown): void {
    if (String(of ?? apps.names[0]) === app) return;
    throw new TandemError(
      'invalid_input',
      `${tool.name} is a tool of the app "${app}", and the session is of another.`,
    );
  }
}

function toResult(outcome: Outcome): ToolResult {
  const note = outcome.sessionId
    ? `Session ${outcome.sessionId} is on this page for an hour: continue there with interact, or ask the person to.`
    : undefined;
  return { structured: outcome, ...(outcome.ok ? {} : { isError: true }), ...(note && { note }) };
}
