import type { Actor } from '../../session/actor.ts';
import type { Grantee } from '../../session/session-share.ts';
import { type AskAccess, mayAnswer } from './ask-access.ts';
import { callRecordOf } from './call-record.ts';
import type { QuestionState } from './call-state.ts';

/** How somebody stands to a question. */
export interface Standing {
  mayAnswer: boolean;
  /** Whom it waits for, if not for them. */
  waitsFor?: string;
  /** Whose call asks, if it is another user's. */
  owner?: string;
}

export function toStanding(actor: Actor, access: AskAccess, question: Pick<QuestionState, 'to'>): Standing {
  const { record, isOwner } = access;
  const isAllowed = mayAnswer(actor, access, question);
  const owner = callRecordOf(record)?.caller ?? record.userId;
  return {
    mayAnswer: isAllowed,
    ...(!isAllowed && { waitsFor: question.to ? askedName(question.to) : owner }),
    ...(!isOwner && { owner }),
  };
}

/** In words. */
export function askedName({ user, role }: Grantee): string {
  return user ?? `somebody with the role ${role}`;
}
