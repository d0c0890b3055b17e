import type { CallContext } from '../../area/call-context.ts';
import type { InputRequired } from '../../area/input-required.ts';
import type { ToolResult } from '../../area/tool.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { AskFirstError } from '../session/ask-first.ts';
import { withWhoClosed } from '../session/who-closed.ts';
import { type Approved, type Sought, seekApproval } from './seek-approval.ts';

/** Does the work, once a person has approved it if one has to. */
export async function withApproval(
  sought: Sought,
  ctx: CallContext,
  apps: RunningApps,
  work: (approved: Approved) => Promise<ToolResult>,
): Promise<ToolResult | InputRequired> {
  if (!apps.mayNeedApproval())
    try {
      return await work({ edited: new Map() });
    } catch (error) {
      // Only the session itself knows whether somebody wants to be asked there.
      if (!(error instanceof AskFirstError)) throw error;
    }
  const { principal, sessions } = ctx;
  const approval = await seekApproval(sought, ctx, apps).catch(async (error: unknown) => {
    throw await withWhoClosed(error, { principal, sessions, sessionId: sought.sessionId });
  });
  if ('pending' in approval) return approval.pending;
  if ('refused' in approval) return { text: approval.refused, isError: true };
  return work(approval.approved);
}
