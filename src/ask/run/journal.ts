import { createHash } from 'node:crypto';
import type { Answer } from '../../area/question.ts';
import type { Grantee } from '../../session/session-share.ts';
import type { Recorded } from '../tool/operation.ts';
import type { RecordedError } from './recorded-error.ts';

export interface AnsweredBy {
  kind: 'agent' | 'person';
  userId?: string;
  name: string;
}

/** What a tool received, in order: replayed in that order, it does the same again. */
export type ReplayedEntry =
  | { op: 'answered'; id: string; key: string; seq: number; answer: Answer; by?: AnsweredBy }
  | ({ op: 'step' | 'sample' | 'sleep'; id: string; key: string; spent?: number[] } & Outcome)
  | { op: 'now' | 'uuid' | 'random'; id: string; key: ''; value: unknown }
  | { op: 'cancel'; reason: string; expired?: true };

type Outcome = { value?: unknown; error?: undefined } | { error: RecordedError; value?: undefined };

/** What else is known about a call: read by lists and pages, and so that nothing is begun twice. */
export type Noted =
  | {
      op: 'asked';
      id: string;
      key: string;
      seq: number;
      message: string;
      context: Record<string, unknown>;
      schema: Record<string, unknown>;
      mcpCompatible: boolean;
      /** Who is asked, if not the user whose call it is. */
      to?: Grantee;
    }
  | { op: 'withdrawn'; id: string; seq: number }
  | { op: 'sampling'; id: string; key: string }
  | { op: 'sleeping'; id: string; until: number }
  | { op: 'completed'; value?: unknown }
  | { op: 'failed'; error: RecordedError }
  | { op: 'cancelled'; reason: string; expired?: true };

export type JournalEntry = ReplayedEntry | Noted;

export type Ending = Extract<Noted, { op: 'completed' | 'failed' | 'cancelled' }>;

const REPLAYED: ReadonlySet<JournalEntry['op']> = new Set<ReplayedEntry['op']>([
  'answered',
  'step',
  'sample',
  'sleep',
  'now',
  'uuid',
  'random',
  'cancel',
]);

export function isReplayed(entry: JournalEntry): entry is ReplayedEntry {
  return REPLAYED.has(entry.op);
}

/** What identifies an effect in a replay: its kind and its subject. */
export function effectKeyOf(effect: Recorded): { op: Exclude<ReplayedEntry['op'], 'cancel'>; key: string } {
  switch (effect.op) {
    case 'elicit':
      return { op: 'answered', key: effect.key };
    case 'step':
      return { op: 'step', key: effect.name };
    case 'sample':
      return {
        op: 'sample',
        key: createHash('sha256').update(JSON.stringify(effect.request)).digest('base64url').slice(0, 22),
      };
    default:
      return { op: effect.op, key: '' };
  }
}

const WORDS: Record<string, string> = {
  answered: 'elicit',
  asked: 'elicit',
  sampling: 'sample',
  sleeping: 'sleep',
};

/** `step "search"`, for messages about why a call could not continue. */
export function describe({ op, key }: { op: string; key?: string }): string {
  const word = WORDS[op] ?? op;
  return key && word !== 'sample' ? `${word} "${key}"` : word;
}
