import type { Answer } from '../../area/question.ts';

/** A client's answer is untrusted: anything that is not one of the three actions is ignored. */
export function readAnswer(value: unknown): Answer | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { action, content } = value as { action?: unknown; content?: unknown };
  if (action === 'accept')
    return { action, content: content !== null && typeof content === 'object' ? { ...content } : {} };
  if (action === 'decline' || action === 'cancel') return { action };
  return undefined;
}
