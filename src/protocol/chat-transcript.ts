import type {
  ChatElicitation,
  ChatEvent,
  ChatMessage,
  ChatStatus,
  ChatToolCall,
  ChatTranscript,
} from './chat-stream.ts';

export const emptyTranscript: ChatTranscript = { status: 'idle', messages: [] };

/**
 * A conversation after one more event. Pure, and what did not change stays the same object, so that views can tell;
 * the server makes histories with it and pages follow streams with it, so both always show the same.
 */
export function applyChatEvent(transcript: ChatTranscript, event: ChatEvent): ChatTranscript {
  switch (event.type) {
    case 'session_info':
      return transcript.status === event.status ? transcript : { ...transcript, status: event.status };
    case 'user_message': {
      const { messageId: id, text } = event;
      return running(transcript, [...transcript.messages, { id, role: 'user', text, toolCalls: [] }]);
    }
    case 'text':
      return withMessage(transcript, event.messageId, (message) => ({
        ...message,
        text: message.text + event.text,
      }));
    case 'thinking':
      return withMessage(transcript, event.messageId, (message) => ({
        ...message,
        thinking: (message.thinking ?? '') + event.text,
      }));
    case 'message_dropped':
      return running(
        transcript,
        transcript.messages.filter(({ id }) => id !== event.messageId),
      );
    case 'tool_calls':
      return withMessage(transcript, event.messageId, (message) => ({
        ...message,
        toolCalls: [
          ...message.toolCalls,
          ...event.calls.map((call): ChatToolCall => ({ ...call, status: 'running', elicitations: [] })),
        ],
      }));
    case 'plugin_session_status': {
      const { message, progress } = event;
      const said = {
        ...(message === undefined ? {} : { message }),
        ...(progress === undefined ? {} : { progress }),
      };
      return withCall(transcript, event.callId, (call) =>
        isOver(call) || Object.keys(said).length === 0 ? call : { ...call, progress: said },
      );
    }
    case 'plugin_elicit_request': {
      const { type: _, ...question } = event;
      return withCall(transcript, event.callId, (call) =>
        call.elicitations.some(({ elicitId }) => elicitId === event.elicitId)
          ? call
          : withElicitations(call, [...call.elicitations, { ...question, status: 'pending' }]),
      );
    }
    case 'plugin_elicit_response':
      return withCall(transcript, event.callId, (call) =>
        withElicitations(
          call,
          call.elicitations.map((one) =>
            one.elicitId === event.elicitId ? answered(one, event.result) : one,
          ),
        ),
      );
    case 'tool_result':
      return withCall(transcript, event.callId, (call) => ({
        ...ended(call),
        status: 'completed',
        result: event.result,
        ...(event.note === undefined ? {} : { note: event.note }),
      }));
    case 'tool_error':
      return withCall(transcript, event.callId, (call) => ({
        ...ended(call),
        status: 'failed',
        error: event.error,
      }));
    case 'plugin_session_error':
      return transcript;
    case 'conversation_state':
      return standing(transcript, 'awaiting_elicit');
    case 'complete':
    case 'aborted':
      return standing(transcript, 'idle');
    case 'error': {
      const { message, recoverable } = event;
      return { ...standing(transcript, 'error'), error: { message, recoverable } };
    }
  }
}

/** Questions that wait, oldest first. */
export function openElicitations({ messages }: ChatTranscript): ChatElicitation[] {
  return messages.flatMap(({ toolCalls }) =>
    toolCalls.flatMap(({ elicitations }) => elicitations.filter(({ status }) => status === 'pending')),
  );
}

function running({ error: _, ...rest }: ChatTranscript, messages: ChatMessage[]): ChatTranscript {
  return { ...rest, status: 'running', messages };
}

function standing({ error: _, ...rest }: ChatTranscript, status: ChatStatus): ChatTranscript {
  return { ...rest, status };
}

function withMessage(
  transcript: ChatTranscript,
  messageId: string,
  change: (message: ChatMessage) => ChatMessage,
): ChatTranscript {
  const { messages } = transcript;
  // It is nearly always the last one.
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.id === messageId)
      return running(transcript, [
        ...messages.slice(0, index),
        change(message),
        ...messages.slice(index + 1),
      ]);
  }
  return running(transcript, [
    ...messages,
    change({ id: messageId, role: 'assistant', text: '', toolCalls: [] }),
  ]);
}

function withCall(
  transcript: ChatTranscript,
  callId: string,
  change: (call: ChatToolCall) => ChatToolCall,
): ChatTranscript {
  const owner = transcript.messages.findLast(({ toolCalls }) =>
    toolCalls.some((call) => call.callId === callId),
  );
  if (!owner) return transcript;
  return withMessage(transcript, owner.id, (message) => ({
    ...message,
    toolCalls: message.toolCalls.map((call) => (call.callId === callId ? change(call) : call)),
  }));
}

function withElicitations(call: ChatToolCall, elicitations: ChatElicitation[]): ChatToolCall {
  const waits = elicitations.some(({ status }) => status === 'pending');
  const status = isOver(call) ? call.status : waits ? 'awaiting_elicit' : 'running';
  return { ...call, elicitations, status };
}

function answered(question: ChatElicitation, result: ChatElicitation['response']): ChatElicitation {
  if (!result) return { ...question, status: 'cancelled' };
  return { ...question, status: result.action === 'accept' ? 'responded' : 'cancelled', response: result };
}

function isOver({ status }: ChatToolCall): boolean {
  return status === 'completed' || status === 'failed';
}

/** Questions of a call that is over are not open, whether or not anybody answered them. */
function ended({ progress: _, ...call }: ChatToolCall): ChatToolCall {
  return {
    ...call,
    elicitations: call.elicitations.map((one) => (one.status === 'pending' ? answered(one, undefined) : one)),
  };
}
