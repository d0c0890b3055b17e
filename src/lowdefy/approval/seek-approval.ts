import { createHash } from 'node:crypto';
import type { CallContext } from '../../area/call-context.ts';
import type { InputRequired } from '../../area/input-required.ts';
import type { Answer } from '../../area/question.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { isRecord } from '../../lib/is-record.ts';
import { actorName } from '../../session/actor.ts';
import { APP_KINDS } from '../app-sessions.ts';
import { type ProposedCall, toStepText } from '../bridge/approval/proposed-call.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { AppRunner, SessionRef } from '../runner/app-runner.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { askFirstIn } from '../session/ask-first.ts';
import { holdIn } from '../session/hold.ts';
import { toRef } from '../session/use-app.ts';
import { usedApprovalIn, withUsedApproval } from '../session/used-approval.ts';
import { type Decision, editedValues, toQuestion } from './approval-question.ts';

export interface Sought {
  sessionId: string;
  tool: string;
  /** What a yes is for: the actions, or the arguments of a tool. */
  subject: unknown;
  /** The agent's own words. */
  reason: string | undefined;
  /** What a person would approve; undefined if nobody has to, unless `isWanted` in any case. */
  propose(runner: AppRunner, ref: SessionRef, isWanted: boolean): Promise<ProposedCall | undefined>;
}

export interface Approved {
  /** Undefined if nobody had to approve it. */
  approval?: string;
  /** Values that the person changed, by the position of their step. */
  edited: ReadonlyMap<number, unknown>;
  /** What the agent is told about it. */
  news?: LogItem;
}

/** Whether it may be done, or what its caller is told instead. */
export type Approval = { approved: Approved } | { pending: InputRequired } | { refused: string };

/**
 * A person's yes to what needs one. It is for this call in this state of the session: whatever changes either is asked
 * again. It is marked as used before anything runs, so that it cannot be used twice, not even by a process that is killed.
 */
export async function seekApproval(sought: Sought, ctx: CallContext, apps: RunningApps): Promise<Approval> {
  const { sessionId, tool, subject, reason } = sought;
  const { principal, sessions, signal } = ctx;
  const target = { sessionId, kind: APP_KINDS };
  for (;;) {
    const seen = await sessions.look(principal, target, async (record) => {
      const runner = await apps.of(record, tool);
      const askFirst = askFirstIn(record.data);
      // A person who holds the session is not asked as well: the call says that they do.
      const isHeld = holdIn(record.data) !== undefined;
      const proposal = isHeld
        ? undefined
        : await sought.propose(runner, toRef(record, principal), askFirst !== undefined);
      // Most calls need no approval: what it would be bound to is not worked out for them.
      if (!proposal) return undefined;
      const key = keyOf(subject, record.data);
      return { proposal, runner, askFirst, key, used: usedApprovalIn(record.data) };
    });
    if (!seen) return { approved: { edited: new Map() } };
    const { proposal, runner, askFirst, key } = seen;
    const { settings } = runner.facts;
    const isOthers = askFirst !== undefined && askFirst.userId !== principal.userId;
    const asked = await ctx.ask(
      key,
      toQuestion(proposal, {
        who: principal.local ? 'The agent' : actorName(principal),
        sessionId,
        reason,
        unknown: seen.used?.what,
        inClient: settings.approveInClient,
        to: isOthers ? askFirst.userId : undefined,
      }),
    );
    if (asked.pending) return { pending: asked.pending };
    const by = principal.local || asked.by === undefined ? 'the person' : asked.by;
    const { answer } = asked;
    const what = toWhat(proposal);
    const decision = answer.action === 'accept' ? (answer.content as Decision) : undefined;
    const isApproved = decision?.decision === 'approve';
    const note = decision?.note?.trim();
    const edited = decision && isApproved ? editedValues(proposal, decision) : new Map<number, unknown>();
    const isFinal = await sessions.use(
      principal,
      target,
      async ({ record, log, onSaved }) => {
        onSaved((rev) => runner.saved(sessionId, rev));
        if (isApproved && keyOf(subject, record.data) !== key) return false;
        if (isApproved) record.data = withUsedApproval(record.data, { key, what });
        const outcome = { by, what, ...(note && { note }), ...(edited.size > 0 && { edited: edited.size }) };
        log(isApproved ? 'approved' : 'declined', outcome);
        return true;
      },
      signal,
    );
    if (!isFinal) continue;
    if (!isApproved) return { refused: toRefusal(answer, by, note) };
    return { approved: { approval: key, edited, news: toNews(by, note, proposal, edited) } };
  }
}

/** Another one as soon as the call, the app's state, or an approval that was used before are others. */
function keyOf(subject: unknown, data: Record<string, unknown>): string {
  // The size of the person's window is no change.
  const { screen: _, ...saved } = isRecord(data.saved) ? data.saved : {};
  const text = canonicalJson({ subject, saved, used: usedApprovalIn(data)?.key });
  return `approve-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

/** In one line, for histories. */
function toWhat({ steps }: ProposedCall): string {
  const last = steps.at(-1);
  const others = steps.length - 1;
  const more = others === 0 ? '' : others === 1 ? ', after one other step' : `, after ${others} other steps`;
  return `${last ? toStepText(last) : ''}${more}`;
}

function toNews(
  by: string,
  note: string | undefined,
  { steps }: ProposedCall,
  edited: ReadonlyMap<number, unknown>,
): LogItem {
  const changed = [...edited].map(([index, value]) => ({ label: steps[index]?.label, value }));
  return {
    action: 'approved',
    success: true,
    by,
    ...(note && { messages: [note] }),
    ...(changed.length > 0 && { did: changed }),
  };
}

function toRefusal({ action }: Answer, by: string, note: string | undefined): string {
  const By = `${by[0]?.toUpperCase() ?? ''}${by.slice(1)}`;
  if (action === 'cancel') return `${By} closed the question without a decision. Nothing was done.`;
  const why = note ? `: ${note.replace(/\.$/, '')}` : '';
  return `${By} declined${why}. Nothing was done.`;
}
