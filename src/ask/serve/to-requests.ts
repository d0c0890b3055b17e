import type { ClientAbilities } from '../../area/call-context.ts';
import type { FlatSchema, InputRequest } from '../../area/input-required.ts';
import type { Actor } from '../../session/actor.ts';
import { isGrantee } from '../../session/session-share.ts';
import type { OpenQuestion } from '../calls/tool-call.ts';
import { encodeModelContext } from '../plugin/model-context.ts';
import type { RoundState } from './round-state.ts';

export interface Requests {
  requests: Record<string, InputRequest>;
  asked: RoundState['asked'];
}

/**
 * In order of preference: a link if the tool has a plugin and the client opens links; a form if the schema is flat
 * and the client shows forms. Other questions are left out: their caller gets a text with a link.
 */
export async function toRequests(
  open: readonly OpenQuestion[],
  client: ClientAbilities,
  options: {
    principal: Actor;
    hasPlugin: boolean;
    misfits: ReadonlyMap<string, string>;
    link(askId: string): Promise<string>;
  },
): Promise<Requests> {
  const result: Requests = { requests: {}, asked: {} };
  for (const question of open) {
    // What another user is asked is not for the person at this client.
    if (question.to && !isGrantee(options.principal, question.to)) continue;
    const { askId, mcpCompatible } = question;
    const mode =
      options.hasPlugin && client.urls ? 'url' : mcpCompatible && client.forms ? 'form' : undefined;
    if (!mode) continue;
    const misfit = options.misfits.get(askId);
    const message = misfit
      ? `${question.message}\n(The last answer was not valid: ${misfit})`
      : question.message;
    const key = question.key in result.requests ? askId : question.key;
    result.asked[key] = { askId, mode };
    result.requests[key] =
      mode === 'url'
        ? { method: 'elicitation/create', params: { mode, message, url: await options.link(askId) } }
        : { method: 'elicitation/create', params: toForm(message, question) };
  }
  return result;
}

function toForm(message: string, { schema, context }: OpenQuestion) {
  const { requestedSchema, ...encoded } = encodeModelContext({ message, schema, context });
  return { mode: 'form' as const, ...encoded, requestedSchema: requestedSchema as unknown as FlatSchema };
}
