import { memo, type ReactNode } from 'react';
import type { Chat, ChatMessage } from '../../react/index.ts';
import { Markdown } from '../page/markdown/markdown.tsx';
import { ToolCallView } from './tool-call-view.tsx';

export interface ChatMessageViewProps extends Pick<Chat, 'answer' | 'abort'> {
  message: ChatMessage;
}

/** One message with the tool calls that belong to it. A message that did not change is not made again. */
export const ChatMessageView = memo(function ChatMessageView(props: ChatMessageViewProps): ReactNode {
  const { message, answer, abort } = props;
  if (message.role === 'user')
    return (
      <article className="message user" aria-label="You">
        <p className="said">{message.text}</p>
      </article>
    );
  return (
    <article className="message assistant" aria-label="Assistant">
      {message.thinking && (
        <details className="thoughts">
          <summary>Thoughts</summary>
          <p>{message.thinking}</p>
        </details>
      )}
      {message.text && <Markdown text={message.text} />}
      {message.toolCalls.map((call) => (
        <ToolCallView key={call.callId} call={call} answer={answer} abort={abort} />
      ))}
    </article>
  );
});
