import { type QuestionState, type ToolCall, toAskId } from '../../ask/door.ts';
import { decodeJson } from '../../lib/json-codec.ts';
import { MASK } from '../../lib/mask.ts';
import { isSecretName } from '../../lib/secret-name.ts';
import type { ChatEvent, ChatToolCall, WireElicitResult } from '../../protocol/chat-stream.ts';

/** The events of a call that the conversation does not have yet. */
export function toNews(known: ChatToolCall, call: ToolCall): ChatEvent[] {
  const { callId, toolName } = known;
  const about = { sessionId: callId, callId };
  const open = new Set(call.open.map(({ askId }) => askId));
  const news = call.questions.flatMap((question): ChatEvent[] => {
    const elicitId = toAskId(call.sessionId, question.seq);
    const before = known.elicitations.find((one) => one.elicitId === elicitId);
    const { key, seq, message, schema, context } = question;
    const request: ChatEvent = {
      type: 'plugin_elicit_request',
      ...about,
      toolName,
      elicitId,
      key,
      seq,
      message,
      schema,
      context,
    };
    const result = toShown(question);
    const response: ChatEvent = {
      type: 'plugin_elicit_response',
      ...about,
      elicitId,
      ...(result ? { result } : {}),
    };
    const isSettled = !open.has(elicitId) && (before === undefined || before.status === 'pending');
    return [...(before ? [] : [request]), ...(isSettled ? [response] : [])];
  });
  return [...news, ...toEnding(known, call)];
}

function toEnding({ callId, toolName }: ChatToolCall, { ending }: ToolCall): ChatEvent[] {
  if (!ending) return [];
  if (ending.op === 'completed') {
    const result = decodeJson(ending.value) ?? null;
    return [{ type: 'tool_result', callId, toolName, result }];
  }
  if (ending.op === 'failed') return [toToolError(callId, toolName, ending.error.message)];
  return [
    {
      type: 'plugin_session_error',
      sessionId: callId,
      callId,
      error: 'SESSION_ABORTED',
      message: ending.reason,
    },
    toToolError(callId, toolName, `The call was cancelled: ${ending.reason}`),
  ];
}

export function toToolError(callId: string, toolName: string, why: string): ChatEvent {
  return { type: 'tool_error', callId, toolName, error: why.startsWith('Error') ? why : `Error: ${why}` };
}

/** Secrets that were asked for are not shown again. */
function toShown({ answer }: QuestionState): WireElicitResult | undefined {
  if (answer?.action !== 'accept') return answer;
  const content = Object.entries(answer.content).map(([name, value]) => [
    name,
    isSecretName(name) ? MASK : value,
  ]);
  return { action: 'accept', content: Object.fromEntries(content) };
}
