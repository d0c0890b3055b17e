import { isRecord } from '../lib/is-record.ts';
import { type LiveFrame, type LiveMessage, problemOf, type UsedElement } from '../protocol/live-messages.ts';

const MAX_LABEL = 100;

export interface ParsedFrame extends LiveFrame {
  /** What was wrong with the frame or with single messages; the others are valid. */
  errors: LiveMessage[];
}

/** What a page sent: `{ userEvent, messages }`, an array of messages, or one message. */
export function parseFrame(text: string): ParsedFrame {
  const frame: ParsedFrame = { userEvent: false, messages: [], errors: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    frame.errors.push(refusal(undefined, 'The frame is not JSON.'));
    return frame;
  }
  if (isRecord(value) && Array.isArray(value.messages)) {
    frame.userEvent = value.userEvent === true;
    if (Number.isSafeInteger(value.seen)) frame.seen = value.seen as number;
    const used = readUsed(value.used);
    if (used) frame.used = used;
  }
  for (const message of messagesOf(value)) {
    const problem = problemOf(message);
    if (problem === undefined) frame.messages.push(message as LiveMessage);
    else frame.errors.push(refusal(message, problem));
  }
  return frame;
}

/** Views are written by agents: what they say is shortened, and is not needed. */
function readUsed(given: unknown): UsedElement | undefined {
  if (!isRecord(given) || typeof given.label !== 'string' || given.label === '') return undefined;
  return { how: given.how === 'changed' ? 'changed' : 'clicked', label: given.label.slice(0, MAX_LABEL) };
}

function messagesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value) && Array.isArray(value.messages)) return value.messages;
  return [value];
}

function refusal(message: unknown, description: string): LiveMessage {
  const data = isRecord(message) && isRecord(message.data) ? message.data : {};
  const varId = data.varId ?? data.id;
  return {
    type: 'error',
    data: {
      ...(Number.isSafeInteger(varId) && { varId: varId as number }),
      code: 'bad-message',
      description,
    },
  };
}
