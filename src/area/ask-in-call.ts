import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import type { Answer, Asked, AskedSoFar, Asks, Question } from './asks.ts';
import type { ClientAbilities } from './call-context.ts';
import { toFlatSchema } from './to-flat-schema.ts';

interface CallOfATool {
  asks: Asks;
  principal: Principal;
  client: ClientAbilities;
  tool: string;
  answers: Record<string, unknown>;
  asked: AskedSoFar;
}

/** `ctx.ask` of one round of one call. Adds to `asked` what it opens. */
export function createAskInCall(call: CallOfATool): (key: string, question: Question) => Promise<Asked> {
  const { asks, principal, client, tool, answers, asked } = call;
  return async (key, question) => {
    const known = asked.find((one) => one.key === key)?.askId;
    const before = known === undefined ? undefined : await asks.get(principal, known);
    if (before?.answer) return { answer: fitting(before.answer, key, question) };
    if (before?.status === 'expired')
      throw new TandemError('ended', `The question "${key}" expired unanswered. Call ${tool} again.`);

    const given = before ? readAnswer(answers[key]) : undefined;
    if (before && given) {
      if (given.action !== 'accept') return settle(before.askId, given);
      const checked = question.schema.safeParse(given.content);
      if (checked.success) return settle(before.askId, { action: 'accept', content: checked.data });
      const reason = checked.error.issues
        .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
        .join('; ');
      return pending(key, {
        ...question,
        message: `${question.message}\n(The last answer was not valid: ${reason})`,
      });
    }
    if (!client.forms)
      throw new TandemError(
        'unsupported',
        `${tool} needs an answer from the person ("${question.message}"), and this client cannot show questions. Use a client with elicitation.`,
      );
    if (!before) asked.push({ key, askId: (await asks.open(principal, { tool, question })).askId });
    return pending(key, question);
  };

  async function settle(askId: string, answer: Answer): Promise<Asked> {
    try {
      await asks.answer(principal, askId, answer);
      return { answer };
    } catch (error) {
      // What is kept decides: the person may have answered on the page a moment before.
      const kept = isConflict(error) ? (await asks.get(principal, askId)).answer : undefined;
      if (kept) return { answer: kept };
      throw error;
    }
  }
}

/** An answer by the page was checked against the JSON schema alone; the tool's own schema may want and make more. */
function fitting(answer: Answer, key: string, question: Question): Answer {
  if (answer.action !== 'accept') return answer;
  const parsed = question.schema.safeParse(answer.content);
  if (parsed.success) return { action: 'accept', content: parsed.data };
  const [issue] = parsed.error.issues;
  throw new TandemError(
    'invalid_input',
    `The answer to "${key}" is not valid: ${issue?.path.join('.')}: ${issue?.message}. Call the tool again to ask again.`,
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof TandemError && error.code === 'conflict';
}

function pending(key: string, question: Question): Asked {
  const params = {
    mode: 'form' as const,
    message: question.message,
    requestedSchema: toFlatSchema(question.schema),
  };
  return { pending: { inputRequired: { requests: { [key]: { method: 'elicitation/create', params } } } } };
}

/** A client's answer is untrusted: anything that is not one of the three actions is no answer. */
export function readAnswer(value: unknown): Answer | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { action, content } = value as { action?: unknown; content?: unknown };
  if (action === 'accept')
    return { action, content: content !== null && typeof content === 'object' ? { ...content } : {} };
  if (action === 'decline' || action === 'cancel') return { action };
  return undefined;
}
