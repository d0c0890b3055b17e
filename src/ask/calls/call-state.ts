import type { Answer } from '../../area/question.ts';
import type { AnsweredBy, Ending, Noted } from '../run/journal.ts';
import type { Dated } from './call-log.ts';

/** As the specification names them. */
export type CallStatus =
  | 'running'
  | 'awaiting_elicit'
  | 'awaiting_sample'
  | 'completed'
  | 'failed'
  | 'aborted';

type AskedEntry = Extract<Noted, { op: 'asked' }>;

export interface QuestionState extends Omit<AskedEntry, 'op'> {
  askedAt: string;
  answer?: Answer;
  answeredAt?: string;
  answeredBy?: AnsweredBy;
  withdrawn?: true;
}

/** What the journal says about a call, without running anything. */
export interface CallState {
  status: CallStatus;
  /** All questions so far, in the order they were asked. */
  questions: QuestionState[];
  ending?: Ending;
  length: number;
  /** When something last happened. */
  at: string;
}

export function toCallState(journal: readonly Dated[], createdAt: string): CallState {
  const questions = new Map<string, QuestionState>();
  const sampling = new Set<string>();
  let ending: Ending | undefined;
  let cancelled = false;
  for (const { at, entry } of journal) {
    // Of two endings written at the same time, the first counts.
    if (ending) break;
    if (entry.op === 'asked') {
      const { op: _, ...question } = entry;
      questions.set(entry.id, { ...question, askedAt: at });
    } else if (entry.op === 'answered') noteAnswer(questions.get(entry.id), entry, at);
    else if (entry.op === 'withdrawn') Object.assign(questions.get(entry.id) ?? {}, { withdrawn: true });
    else if (entry.op === 'sampling') sampling.add(entry.id);
    else if (entry.op === 'sample') sampling.delete(entry.id);
    else if (entry.op === 'cancel') cancelled = true;
    else if (entry.op === 'completed' || entry.op === 'failed' || entry.op === 'cancelled') ending = entry;
  }
  const all = [...questions.values()];
  return {
    status: statusOf(ending, !cancelled && all.some(isOpen), !cancelled && sampling.size > 0),
    questions: all,
    ...(ending ? { ending } : {}),
    length: journal.length,
    at: journal.at(-1)?.at ?? createdAt,
  };
}

function noteAnswer(
  question: QuestionState | undefined,
  { answer, by }: { answer: Answer; by?: AnsweredBy },
  answeredAt: string,
): void {
  if (question && !question.answer)
    Object.assign(question, { answer, answeredAt, ...(by && { answeredBy: by }) });
}

export function isOpen(question: QuestionState): boolean {
  return question.answer === undefined && !question.withdrawn;
}

function statusOf(ending: Ending | undefined, asks: boolean, samples: boolean): CallStatus {
  if (ending) return ending.op === 'cancelled' ? 'aborted' : ending.op;
  if (asks) return 'awaiting_elicit';
  return samples ? 'awaiting_sample' : 'running';
}
