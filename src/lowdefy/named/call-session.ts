import { createHash } from 'node:crypto';
import type { CallContext } from '../../area/call-context.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { appCallSessions } from '../app-sessions.ts';
import type { NamedTool } from './named-tool.ts';

/** As session_create allows. */
const MAX_NAME = 200;

interface OwnSession {
  tool: NamedTool;
  app: string;
  args: Record<string, unknown>;
}

/** A session for one call of a tool. One that waits for approval is the same again when the call is repeated. */
export async function callSession(
  { tool, app, args }: OwnSession,
  { principal, sessions, signal }: CallContext,
): Promise<string> {
  const name = tool.title.slice(0, MAX_NAME);
  const { kind } = appCallSessions;
  if (!tool.confirm)
    return (await sessions.create(principal, { kind, name, data: { app } }, signal)).sessionId;
  const text = canonicalJson({ tool: tool.name, app, args });
  const waitsFor = createHash('sha256').update(text).digest('base64url');
  const { sessions: open } = await sessions.list(principal, { kind, status: 'open' });
  for (const { sessionId } of open) {
    const { data } = await sessions.get(principal, sessionId);
    if (data.waitsFor === waitsFor) return sessionId;
  }
  return (await sessions.create(principal, { kind, name, data: { app, waitsFor } }, signal)).sessionId;
}
