import { TandemError } from '../../errors.ts';
import { approvalIn } from '../../protocol/approval-card.ts';
import type { AskListState, AskPageState } from '../../protocol/ask-page-state.ts';
import type { Actor } from '../../session/sessions.ts';
import { parseAskId } from '../calls/call-record.ts';
import { isOpen } from '../calls/call-state.ts';
import type { Calls } from '../calls/calls.ts';
import { toStanding } from '../calls/standing.ts';

/** The questions that wait for this person, or that their calls have for others, newest first. */
export async function listAsks(calls: Calls, actor: Actor): Promise<AskListState> {
  const open = await calls.listOpen(actor);
  return {
    asks: open.map(({ askId, toolName, message, context, askedAt, mayAnswer, waitsFor, owner, partOf }) => ({
      askId,
      toolName,
      message,
      askedAt,
      mayAnswer,
      ...(waitsFor !== undefined && { waitsFor }),
      ...(owner !== undefined && { owner }),
      ...(partOf !== undefined && { sessionId: partOf }),
      ...aboutSession(context),
    })),
  };
}

/** A question as its page shows it, whichever area's tool asked. */
export async function describeAsk(calls: Calls, actor: Actor, id: string): Promise<AskPageState> {
  const found = await calls.inspectAsk(actor, id);
  const question = found?.call.questions.find(({ seq }) => seq === parseAskId(id)?.seq);
  if (!found || !question) throw new TandemError('not_found', `Question "${id}" not found.`);
  const { call, access } = found;
  const { message, schema, context, key, answer, askedAt, answeredAt, answeredBy } = question;
  const isWaiting = call.open.some(({ askId }) => askId === id);
  const expired = call.ending?.op === 'cancelled' ? call.ending.expired : isOpen(question) && !call.ending;
  const byOther = answeredBy && answeredBy.userId !== undefined && answeredBy.userId !== actor.userId;
  const next = call.open.findLast((one) => toStanding(actor, access, one).mayAnswer);
  return {
    askId: id,
    toolName: call.toolName,
    key,
    message,
    schema,
    context,
    askedAt,
    status: isWaiting ? 'open' : answer ? 'answered' : expired ? 'expired' : 'withdrawn',
    ...(answer ? { answer, answeredAt } : {}),
    ...(byOther && { answeredBy: answeredBy.name }),
    ...toStanding(actor, access, question),
    callStatus: call.status,
    ...(call.problem ? { problem: call.problem } : {}),
    ...(next ? { nextAskId: next.askId } : {}),
  };
}

function aboutSession(context: Record<string, unknown>): { sessionId?: string; who?: string } {
  const approval = approvalIn(context);
  return approval ? { sessionId: approval.sessionId, who: approval.who } : {};
}
