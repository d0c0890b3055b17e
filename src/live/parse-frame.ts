import type { VariableMessage } from './lua/live-runtime.ts';

export interface Frame {
  userEvent: boolean;
  /** How many frames had come to the page when it sent this; pages of old do not say. */
  seen: number | undefined;
  messages: VariableMessage[];
  /** What was wrong with the frame or with single messages; the others are good. */
  errors: VariableMessage[];
}

const TYPES: ReadonlySet<string> = new Set(['create', 'destroy', 'update', 'watch', 'unwatch']);

/** What a page sent: `{ userEvent, messages }`, an array of messages, or one message. */
export function parseFrame(text: string): Frame {
  const frame: Frame = { userEvent: false, seen: undefined, messages: [], errors: [] };
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
  }
  for (const message of messagesOf(value)) {
    const problem = problemOf(message);
    if (problem === undefined) frame.messages.push(message as VariableMessage);
    else frame.errors.push(refusal(message, problem));
  }
  return frame;
}

function messagesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value) && Array.isArray(value.messages)) return value.messages;
  return [value];
}

function problemOf(message: unknown): string | undefined {
  if (!isRecord(message) || typeof message.type !== 'string' || !isRecord(message.data))
    return 'A message is { "type": …, "data": { … } }.';
  if (!TYPES.has(message.type))
    return `Unknown message type "${message.type.slice(0, 50)}". Valid: ${[...TYPES].join(', ')}.`;
  const key = message.type === 'create' ? 'id' : 'varId';
  if (!Number.isSafeInteger(message.data[key])) return `${message.type} needs an integer "${key}".`;
  return undefined;
}

function refusal(message: unknown, description: string): VariableMessage {
  const data = isRecord(message) && isRecord(message.data) ? message.data : {};
  const varId = data.varId ?? data.id;
  return {
    type: 'error',
    data: { ...(Number.isSafeInteger(varId) ? { varId } : {}), code: 'bad-message', description },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
