import { z } from 'zod';
import type { Question } from '../../area/question.ts';
import type { ShownApproval } from '../../protocol/approval-card.ts';
import { type ProposedCall, toStepText } from '../bridge/approval/proposed-call.ts';

export interface AskedFor {
  who: string;
  sessionId: string;
  reason: string | undefined;
  /** Something approved earlier whose outcome nobody knows. */
  unknown: string | undefined;
  inClient: boolean;
  /** Whom to ask, if it is not the caller's own person. */
  to: string | undefined;
}

/** What a person may say to a proposal. */
export type Decision = { decision: 'approve' | 'decline'; note?: string } & Record<string, unknown>;

/** The question: a card on our pages, and the same as text and fields in the form of a client. */
export function toQuestion(proposal: ProposedCall, asked: AskedFor): Question {
  const { inClient, to } = asked;
  return {
    message: toMessage(proposal, asked),
    schema: z.object({
      decision: z.enum(['approve', 'decline']).default('approve').meta({ title: 'Decision' }),
      ...toFields(proposal),
      note: z.string().max(2000).optional().meta({ title: 'Note to the agent' }),
    }),
    ...(to !== undefined && { to: { user: to } }),
    approval: { inClient, shown: toCard(proposal, asked) },
  };
}

/** The values that the person changed, by the position of their step. */
export function editedValues({ steps }: ProposedCall, answer: Decision): Map<number, unknown> {
  const edited = new Map<number, unknown>();
  for (const [index, { editable }] of steps.entries()) {
    const value = answer[fieldOf(index)];
    if (editable !== undefined && value !== undefined && value !== editable) edited.set(index, value);
  }
  return edited;
}

function toCard(proposal: ProposedCall, asked: AskedFor): ShownApproval {
  const { app, page, messages, steps } = proposal;
  const { who, sessionId, reason, unknown } = asked;
  return {
    who,
    app,
    ...(page !== undefined && { page }),
    sessionId,
    messages,
    steps: steps.map(({ verb, label, from, to, editable }, index) => ({
      verb,
      label,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(editable !== undefined && { field: fieldOf(index) }),
    })),
    ...(reason !== undefined && { reason }),
    ...(unknown !== undefined && { unknown: toUnknown(unknown) }),
  };
}

function toMessage({ app, messages, steps }: ProposedCall, { who, reason, unknown }: AskedFor): string {
  const [first, ...others] = steps.map(toStepText);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    ...(messages.length > 0 ? messages : [`${who} asks for your approval in ${app}: ${first}${more}`]),
    '',
    ...(unknown === undefined ? [] : [toUnknown(unknown)]),
    ...steps.map((step) => `• ${toStepText(step)}`),
    ...(reason ? [`Reason: ${reason}`] : []),
  ].join('\n');
}

function toUnknown(what: string): string {
  return `“${what}” was approved before, but the server stopped while it was being done, so its outcome is unknown. Look at the page first.`;
}

function toFields({ steps }: ProposedCall): Record<string, z.ZodType> {
  const fields: Record<string, z.ZodType> = {};
  for (const [index, { label: title, editable }] of steps.entries())
    if (editable !== undefined) fields[fieldOf(index)] = toField(editable).meta({ title });
  return fields;
}

function toField(value: string | number | boolean): z.ZodType {
  if (typeof value === 'number') return z.number().default(value);
  if (typeof value === 'boolean') return z.boolean().default(value);
  return z.string().default(value);
}

function fieldOf(index: number): string {
  return `value${index + 1}`;
}
