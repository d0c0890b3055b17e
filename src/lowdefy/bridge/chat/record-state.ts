import type { ChatState, UIMessage } from 'ai';
import type { ChatRecord } from './chat-record.ts';

/** A record as the AI SDK's client keeps its state. */
export function toChatState(
  record: ChatRecord,
  on: { messages(): void; status(): void; reasonOf(error: Error): string },
): ChatState<UIMessage> {
  let failure: Error | undefined;
  const change = (messages: UIMessage[]) => {
    record.messages = messages;
    on.messages();
  };
  return {
    get status() {
      return record.status;
    },
    set status(status) {
      record.status = status;
      on.status();
    },
    get error() {
      return failure;
    },
    set error(error) {
      failure = error;
      if (error) record.error = on.reasonOf(error);
      else delete record.error;
    },
    get messages() {
      return record.messages;
    },
    set messages(messages) {
      change([...messages]);
    },
    pushMessage: (message) => change([...record.messages, message]),
    popMessage: () => change(record.messages.slice(0, -1)),
    replaceMessage: (index, message) => change(record.messages.with(index, structuredClone(message))),
    snapshot: (value) => structuredClone(value),
  };
}
