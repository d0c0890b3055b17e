import { TandemError } from '../../errors.ts';
import type { AskListState, AskPageState } from '../../protocol/ask-page-state.ts';
import type { Actor } from '../../session/sessions.ts';
import { parseAskId } from '../calls/call-record.ts';
import { isOpen } from '../calls/call-state.ts';
import type { Calls } from '../calls/calls.ts';

/** The questions that wait for this person, newest first. */
export async function listAsks(calls: Calls, actor: Actor): Promise<AskListState> {
  const open = await calls.listOpen(actor);
  return {
    asks: open.map(({ askId, toolName, message, askedAt }) => ({ askId, toolName, message, askedAt })),
  };
}

/** A question as its page shows it, whichever area's tool asked. */
export async function describeAsk(calls: Calls, actor: Actor, id: string): Promise<AskPageState> {
  const call = await calls.inspect(actor, id);
  const question = call?.questions.find(({ seq }) => seq === parseAskId(id)?.seq);
  if (!call || !question) throw new TandemError('not_found', `Question "${id}" not found.`);
  const { message, schema, context, key, answer, askedAt, answeredAt } = question;
  const isWaiting = call.open.some(({ askId }) => askId === id);
  const expired = call.ending?.op === 'cancelled' ? call.ending.expired : isOpen(question) && !call.ending;
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
    callStatus: call.status,
    ...(call.problem ? { problem: call.problem } : {}),
    ...(call.open.at(-1) ? { nextAskId: call.open.at(-1)?.askId } : {}),
  };
}
