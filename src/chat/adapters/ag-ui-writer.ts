import { newId } from '../../lib/new-id.ts';
import type { ChatEvent, ChatToolCall } from '../../protocol/chat-stream.ts';
import type { AgUiEvent, AgUiInterrupt } from './ag-ui-event.ts';
import { AskBook, type AskData, type EventWriter } from './event-writer.ts';

/** The front end's ids. */
export interface AgUiRun {
  threadId: string;
  runId: string;
}

/**
 * AG-UI: a run that asks ends with an interrupt for every open question. If the front end has named the run, the
 * stream is exactly that run: it begins and ends whatever happens.
 */
export function createAgUiWriter(known: readonly ChatToolCall[] = [], run?: AgUiRun): EventWriter {
  const asks = new AskBook(known);
  let threadId = run?.threadId ?? '';
  let runId: string | undefined;
  let held: AgUiEvent | undefined;
  let open: { kind: 'text' | 'thinking'; id: string } | undefined;

  const close = (): AgUiEvent[] => {
    const closing = open;
    open = undefined;
    if (!closing) return [];
    const { kind, id: messageId } = closing;
    return kind === 'text'
      ? [{ type: 'TEXT_MESSAGE_END', messageId }]
      : [
          { type: 'REASONING_MESSAGE_END', messageId },
          { type: 'REASONING_END', messageId },
        ];
  };
  const say = (kind: 'text' | 'thinking', id: string, delta: string): AgUiEvent[] => {
    const messageId = kind === 'text' ? id : `${id}-thinking`;
    const isOpen = open?.kind === kind && open.id === messageId;
    const before = isOpen ? [] : close();
    open = { kind, id: messageId };
    if (kind === 'text') {
      const start: AgUiEvent = { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' };
      return [...before, ...(isOpen ? [] : [start]), { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }];
    }
    const start: AgUiEvent[] = [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
    ];
    return [...before, ...(isOpen ? [] : start), { type: 'REASONING_MESSAGE_CONTENT', messageId, delta }];
  };
  /** There may be several runs in one stream, and nothing may be outside a run. */
  const begin = (): AgUiEvent[] => {
    if (runId !== undefined) return [];
    runId = run?.runId ?? newId('run_');
    return [{ type: 'RUN_STARTED', threadId, runId }];
  };
  const finish = (
    outcome: Extract<AgUiEvent, { type: 'RUN_FINISHED' }>['outcome'],
    usage?: Extract<ChatEvent, { type: 'complete' }>['usage'],
  ): AgUiEvent[] => {
    const spent = usage ? { usage: [toPlain(usage)] } : {};
    return end({ type: 'RUN_FINISHED', threadId, runId: runId ?? '', outcome, ...spent });
  };
  /** What ends one of our runs ends the named one only if nothing follows. */
  const end = (event: AgUiEvent): AgUiEvent[] => {
    if (run) held = event;
    else runId = undefined;
    return run ? close() : [...close(), event];
  };
  const custom = (name: string, value: unknown): AgUiEvent[] => [
    ...close(),
    { type: 'CUSTOM', name: `tandem/${name}`, value },
  ];

  const toEvents = (event: ChatEvent): AgUiEvent[] => {
    switch (event.type) {
      case 'text':
      case 'thinking':
        return say(event.type, event.messageId, event.text);
      case 'tool_calls':
        return [...close(), ...event.calls.flatMap((call) => toCall(call, event.messageId))];
      case 'tool_result':
        return [...close(), toResult(event.callId, toText(event.result))];
      case 'tool_error':
        return [...close(), toResult(event.callId, event.error)];
      case 'plugin_elicit_request':
        return custom('ask', asks.ask(event));
      case 'plugin_elicit_response':
        return custom('ask', asks.answer(event) ?? event);
      case 'conversation_state': {
        return finish({ type: 'interrupt', interrupts: asks.open().map(toInterrupt) });
      }
      case 'complete':
        return finish({ type: 'success' }, event.usage);
      case 'aborted':
        return finish({ type: 'cancelled' });
      case 'error':
        return end({ type: 'RUN_ERROR', message: event.message, code: toCode(event.recoverable) });
      // What AG-UI has no event for, and the person's own turns, which the front end already has: unchanged.
      default:
        return custom(event.type, event);
    }
  };

  return {
    write(event) {
      held = undefined;
      if (event.type !== 'session_info') return [...begin(), ...toEvents(event)];
      threadId = run?.threadId ?? event.conversationId;
      return run ? begin() : [];
    },
    end() {
      if (!run) return close();
      const interrupts = asks.open().map(toInterrupt);
      if (!held) finish(interrupts.length > 0 ? { type: 'interrupt', interrupts } : { type: 'success' });
      return [...close(), ...(held ? [held] : [])];
    },
  };
}

function toCode(recoverable: boolean): string {
  return recoverable ? 'recoverable' : 'failed';
}

function toCall(
  { callId: toolCallId, toolName: toolCallName, input }: Pick<ChatToolCall, 'callId' | 'toolName' | 'input'>,
  parentMessageId: string,
): AgUiEvent[] {
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input ?? {}) },
    { type: 'TOOL_CALL_END', toolCallId },
  ];
}

function toResult(toolCallId: string, content: string): AgUiEvent {
  return { type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}-result`, toolCallId, content, role: 'tool' };
}

function toInterrupt({ elicitId, message, callId, schema, toolName, key, context }: AskData): AgUiInterrupt {
  return {
    id: elicitId,
    reason: 'elicitation',
    message,
    toolCallId: callId,
    responseSchema: schema,
    metadata: { toolName, key, context },
  };
}

function toText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

function toPlain({ inputTokens, outputTokens }: Extract<ChatEvent, { type: 'complete' }>['usage']) {
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
