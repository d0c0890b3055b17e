import { TandemError } from '../../errors.ts';
import type { QuestionState } from './call-state.ts';
import { askedName } from './standing.ts';

export function noQuestion(askId: string): TandemError {
  return new TandemError('not_found', `Question "${askId}" not found.`);
}

export function noLongerOpen(askId: string, tool: string): TandemError {
  return new TandemError('ended', `Question "${askId}" is no longer open. Call ${tool} again.`);
}

export function notYours({ to }: QuestionState): TandemError {
  const whom = to ? `is for ${askedName(to)}; only they can answer it` : 'is not for you to answer';
  return new TandemError('forbidden', `This question ${whom}.`);
}
