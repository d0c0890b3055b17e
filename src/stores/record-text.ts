import { TandemError } from '../errors.ts';
import { newId } from '../lib/new-id.ts';
import type { SessionRecord } from '../session/session-record.ts';
import type { NewSession } from '../session/session-store.ts';

const SESSION_ID = /^sess_[0-9a-hjkmnp-tv-z]{26}$/;

/** Whether a store can have made this id. Anything else is unknown without looking for it. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id);
}

export function newRecord(input: NewSession): SessionRecord {
  const now = new Date().toISOString();
  return {
    sessionId: newId('sess_'),
    userId: input.userId,
    kind: input.kind,
    name: input.name,
    description: input.description ?? '',
    status: 'open',
    currentPageId: null,
    ...(input.glance && { glance: input.glance }),
    createdAt: now,
    updatedAt: now,
    rev: 1,
    data: input.data ?? {},
  };
}

export function nextRecord(record: SessionRecord): SessionRecord {
  return { ...record, rev: record.rev + 1, updatedAt: new Date().toISOString() };
}

/** What every store keeps of a record, so that what JSON cannot hold comes back the same from all of them. */
export function toRecordText(record: SessionRecord): string {
  return `${toStoredJson(record, `session "${record.sessionId}"`)}\n`;
}

/** One line of JSON, or `invalid_input` for what has none, such as a circular object or a bigint. */
export function toStoredJson(value: unknown, of: string): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new TandemError('invalid_input', `The data of ${of} is not plain JSON: ${why}.`, {
      cause: error,
    });
  }
}

/** Throws a plain Error for a text that no store wrote. */
export function parseRecord(text: string): SessionRecord {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('it is not a session record');
  return value;
}

function isRecord(value: unknown): value is SessionRecord {
  if (!isObject(value)) return false;
  const texts = ['sessionId', 'userId', 'kind', 'name', 'description', 'status', 'createdAt', 'updatedAt'];
  return (
    texts.every((key) => typeof value[key] === 'string') &&
    value.kind !== '' &&
    ['open', 'closed', 'expired'].some((status) => status === value.status) &&
    (value.currentPageId === null || typeof value.currentPageId === 'string') &&
    isObject(value.data)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
