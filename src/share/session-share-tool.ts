import { z } from 'zod';
import type { CallContext } from '../area/call-context.ts';
import { defineTool } from '../area/tool.ts';
import { TandemError } from '../errors.ts';
import { granteeInput, toGrantee } from './grantee-input.ts';

export const sessionShare = defineTool({
  name: 'session_share',
  title: 'Share session',
  description:
    'Open a session of yours to another user (by id) or to a role: may view, act (use it) or answer (its questions); may: [] ends it. With sessionId alone: whom it is shared with. Without arguments: what others share with you.',
  input: z.strictObject({ sessionId: z.string().min(1).max(100).optional(), ...granteeInput }),
  output: z.object({
    // Item by item, their schema would cost every agent more than it tells.
    sharedWith: z.array(z.unknown()).optional(),
    sharedWithYou: z.array(z.unknown()).optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async handle({ sessionId, user, role, may }, ctx) {
    const grantee = toGrantee({ user, role });
    if (sessionId === undefined) {
      if (grantee || may) throw new TandemError('invalid_input', '"sessionId" is missing: which session?');
      return { structured: { sharedWithYou: await listShared(ctx) } };
    }
    const { sessions, principal } = ctx;
    const record = await sessions.get(principal, sessionId);
    if (grantee && may === undefined)
      throw new TandemError('invalid_input', 'Pass "may": what they may do, or [] to end the share.');
    if (!grantee && may !== undefined)
      throw new TandemError('invalid_input', 'Pass "user" or "role": with whom to share.');
    if (grantee && may)
      await (may.length > 0
        ? sessions.sharing.share(principal, record, grantee, may)
        : sessions.sharing.revoke(principal, record, grantee));
    const given = await sessions.sharing.of(principal, record);
    return {
      structured: { sharedWith: given.map(({ with: whom, may: rights }) => ({ ...whom, may: rights })) },
    };
  },
});

async function listShared({ sessions, principal }: CallContext): Promise<object[]> {
  const all = await sessions.sharing.list(principal);
  return all.map(({ sessionId, kind, name, status, owner, may }) => ({
    sessionId,
    kind,
    name,
    status,
    owner: owner.name,
    may,
  }));
}
