/** An event of the AG-UI protocol, version 1.0, as plain data. */
export type AgUiEvent =
  | { type: 'RUN_STARTED'; threadId: string; runId: string }
  | { type: 'TEXT_MESSAGE_START'; messageId: string; role: 'assistant' | 'user' }
  | { type: 'TEXT_MESSAGE_CONTENT'; messageId: string; delta: string }
  | { type: 'TEXT_MESSAGE_END'; messageId: string }
  | { type: 'REASONING_START' | 'REASONING_END' | 'REASONING_MESSAGE_END'; messageId: string }
  | { type: 'REASONING_MESSAGE_START'; messageId: string; role: 'reasoning' }
  | { type: 'REASONING_MESSAGE_CONTENT'; messageId: string; delta: string }
  | { type: 'TOOL_CALL_START'; toolCallId: string; toolCallName: string; parentMessageId: string }
  | { type: 'TOOL_CALL_ARGS'; toolCallId: string; delta: string }
  | { type: 'TOOL_CALL_END'; toolCallId: string }
  | { type: 'TOOL_CALL_RESULT'; messageId: string; toolCallId: string; content: string; role: 'tool' }
  | { type: 'CUSTOM'; name: string; value: unknown }
  | {
      type: 'RUN_FINISHED';
      threadId: string;
      runId: string;
      outcome:
        | { type: 'success' }
        | { type: 'cancelled' }
        | { type: 'interrupt'; interrupts: AgUiInterrupt[] };
      usage?: { inputTokens?: number; outputTokens?: number }[];
    }
  | { type: 'RUN_ERROR'; message: string; code: string };

/** An open question in AG-UI. Answer it with `resume` of the next run. */
export interface AgUiInterrupt {
  id: string;
  reason: 'elicitation';
  message: string;
  toolCallId: string;
  responseSchema: Record<string, unknown>;
  metadata: { toolName: string; key: string; context: Record<string, unknown> };
}
