import type { CallContext } from '../../area/call-context.ts';
import type { ToolResult } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import { appCallSessions } from '../app-sessions.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { type UsedApp, useApp } from '../session/use-app.ts';
import type { NamedTool } from './named-tool.ts';

/** As session_create allows. */
const MAX_NAME = 200;

interface NamedCall {
  tool: NamedTool;
  /** The app it belongs to, as it is served. */
  app: string;
  sessionId: string | undefined;
  work(used: UsedApp): Promise<NamedOutcome>;
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
 * unless somebody can continue there what failed.
 */
export async function callNamedTool(
  call: NamedCall,
  ctx: CallContext,
  apps: RunningApps,
): Promise<ToolResult> {
  const { principal, sessions, signal } = ctx;
  const { tool, app, toFailure } = call;
  if (call.sessionId !== undefined) {
    checkApp((await sessions.get(principal, call.sessionId)).data.app);
    return toResult(await runIn(call.sessionId));
  }
  const own = { kind: appCallSessions.kind, name: tool.title.slice(0, MAX_NAME), data: { app } };
  const { sessionId } = await sessions.create(principal, own, signal);
  let isKept = false;
  try {
    const outcome = await runIn(sessionId).catch((error: unknown) => {
      if (!toFailure || !(error instanceof TandemError)) throw error;
      return toFailure(error.message);
    });
    isKept = !outcome.ok && toFailure !== undefined;
    return toResult(outcome, isKept ? sessionId : undefined);
  } finally {
    if (!isKept) await sessions.close(principal, sessionId);
  }

  function runIn(id: string): Promise<NamedOutcome> {
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

function toResult({ ok, structured }: NamedOutcome, sessionId?: string): ToolResult {
  if (sessionId === undefined) return { structured, ...(!ok && { isError: true }) };
  return {
    structured: { ...structured, sessionId },
    note: `Session ${sessionId} stays on this page for an hour: continue there with interact, or ask the person to.`,
    isError: true,
  };
}
