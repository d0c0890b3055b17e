import type { Ask, Asks } from '../../area/asks.ts';
import { TandemError } from '../../errors.ts';
import type { AskList, AskPage } from '../../protocol/ask-page.ts';
import type { Actor } from '../../session/sessions.ts';
import { parseAskId } from '../calls/call-record.ts';
import { isOpen } from '../calls/call-state.ts';
import type { Calls } from '../calls/calls.ts';

/** Where questions are: those of asking tools in their calls, those of every other area's tools by themselves. */
export interface AskSources {
  calls: Calls;
  asks: Asks;
}

/** The questions that wait for this person, newest first. */
export async function listAsks({ calls, asks }: AskSources, actor: Actor): Promise<AskList> {
  const own = (await calls.listOpen(actor)).map(({ askId, toolName, message, askedAt }) => ({
    askId,
    toolName,
    message,
    askedAt,
  }));
  const others = (await asks.list(actor)).map(({ askId, tool, message, createdAt }) => ({
    askId,
    toolName: tool,
    message,
    askedAt: createdAt,
  }));
  return { asks: [...own, ...others].sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1)) };
}

/** A question as its page shows it, whichever area's tool asked. */
export async function describeAsk({ calls, asks }: AskSources, actor: Actor, id: string): Promise<AskPage> {
  const target = parseAskId(id);
  if (!target) return fromAsk(await asks.get(actor, id));
  const call = await calls.get(actor, id);
  const question = call?.questions.find(({ seq }) => seq === target.seq);
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
    ...(call.open.at(-1) ? { nextAskId: call.open.at(-1)?.askId } : {}),
  };
}

function fromAsk(ask: Ask): AskPage {
  const { askId, tool, message, schema, status, createdAt, answer, answeredAt } = ask;
  return {
    askId,
    toolName: tool,
    key: '',
    message,
    schema: { ...schema },
    context: {},
    askedAt: createdAt,
    status,
    ...(answer ? { answer, answeredAt } : {}),
  };
}
