import type { ChatEvent } from '../../protocol/chat-stream.ts';
import type { DeedWords } from '../../session/deed.ts';
import type { LogEntry } from '../../session/session-record.ts';
import { fromLogEntry } from './chat-entry.ts';

const MAX_LABEL = 120;
const MAX_TEXT = 2_000;
const MODEL = { kind: 'agent', name: 'Assistant' } as const;
const PERSON = { kind: 'person' } as const;
const ANSWERS = { accept: 'answered', decline: 'declined', cancel: 'cancelled the question' } as const;

/** What was said and done in a conversation. Null for what only the conversation itself needs. */
export function toChatDeed(line: LogEntry): DeedWords | null | undefined {
  const entry = fromLogEntry(line);
  if (!entry) return undefined;
  if (entry.op === 'settings') return { verb: 'changed the settings' };
  return entry.op === 'event' ? toEventDeed(entry.event, line) : null;
}

function toEventDeed(event: ChatEvent, { actor }: LogEntry): DeedWords | null {
  switch (event.type) {
    case 'user_message':
      return { verb: 'wrote:', ...quote(event.text) };
    case 'text':
      return { verb: 'replied:', ...quote(event.text), by: MODEL };
    case 'tool_calls': {
      const label = event.calls.map(({ toolName }) => toolName).join(', ');
      const texts = event.calls.map(({ toolName, input }) => ({ title: toolName, text: toText(input) }));
      return { verb: 'called', label, texts, by: MODEL };
    }
    case 'tool_result':
      return {
        verb: 'got a result of',
        label: event.toolName,
        texts: [{ title: 'Result', text: toText(event.result) }],
        by: MODEL,
      };
    case 'tool_error':
      return {
        verb: 'got no result of',
        label: event.toolName,
        reason: event.error.replace(/^Error: /, ''),
        by: MODEL,
      };
    case 'plugin_elicit_request':
      return { verb: 'asked:', ...quote(event.message), by: { kind: 'agent', name: event.toolName } };
    case 'plugin_elicit_response':
      if (!event.result) return { verb: 'withdrew a question', by: MODEL };
      return {
        verb: ANSWERS[event.result.action],
        ...(event.result.action === 'accept' && {
          changes: Object.entries(event.result.content).map(([label, value]) => ({
            label,
            after: toText(value),
          })),
        }),
        by: { ...PERSON, name: actor.kind === 'person' ? actor.name : 'You' },
      };
    case 'error':
      return { verb: 'could not continue', reason: event.message, by: MODEL };
    case 'aborted':
      return { verb: 'was stopped', rest: event.reason === '' ? '' : `: ${event.reason}`, by: MODEL };
    default:
      return null;
  }
}

/** The first line of it, and all of it where that is more. */
function quote(text: string): Pick<DeedWords, 'label' | 'texts'> {
  const [first = ''] = text.trim().split('\n');
  const label = first.length > MAX_LABEL ? `${first.slice(0, MAX_LABEL)}…` : first;
  return label === text.trim() ? { label } : { label, texts: [{ title: 'Message', text: toText(text) }] };
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
