import { type FormEvent, type ReactNode, useState } from 'react';
import type { FactValue } from '../../protocol/view-fact.ts';
import type { ViewNode } from '../../view/view-node.ts';
import type { Trigger, Use } from './node-props.ts';
import { partsOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

interface MessageProps {
  message: ViewNode;
  events: readonly string[];
  trigger: Trigger;
  use: Use;
}

/** Buttons below each answer, where the app has them. */
const ANSWER_BUTTONS = [
  { event: 'onRegenerate', word: 'Regenerate' },
  { event: 'onDeleteMessage', word: 'Delete' },
  { event: 'onFeedback', word: 'Good answer', more: { rating: 'like' } },
  { event: 'onFeedback', word: 'Bad answer', more: { rating: 'dislike' } },
];

export function AppChatMessage({ message, events, trigger, use }: MessageProps): ReactNode {
  const { id: messageId = '', attributes = {}, parts = [] } = message;
  const [isEditing, setEditing] = useState(false);
  const isOwn = attributes.role === 'user';
  const text = partsOf(message, 'text')
    .map((part) => part.text)
    .join('');
  async function edit(changed: string): Promise<void> {
    if (await trigger('onEditMessage', { messageId, text: changed })) setEditing(false);
  }
  return (
    <article data-role={attributes.role}>
      <b>{attributes.from}</b>
      {parts.map((part, index) =>
        part.kind === 'fact' && part.fact === 'tool' ? (
          <ToolCall key={index} tool={part.value} trigger={trigger} />
        ) : (
          <PartViews key={index} node={{ ...message, parts: [part] }} use={use} />
        ),
      )}
      {isOwn && events.includes('onEditMessage') && (
        <button type="button" className="plain" onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Leave as it is' : 'Edit'}
        </button>
      )}
      {isEditing && <EditForm text={text} send={edit} />}
      {!isOwn && (
        <p className="buttons">
          {ANSWER_BUTTONS.filter(({ event }) => events.includes(event)).map(({ event, word, more }) => (
            <button
              key={word}
              type="button"
              className="plain"
              onClick={() => void trigger(event, { messageId, ...more })}
            >
              {word}
            </button>
          ))}
        </p>
      )}
    </article>
  );
}

type Tool = FactValue<'tool'>;

/** A tool that the agent uses; one that asks first is answered here, and by a person alone. */
function ToolCall({ tool, trigger }: { tool: Tool; trigger: Trigger }): ReactNode {
  const { name, status, input, output, approval } = tool;
  if (approval === undefined)
    return (
      <p className="tool">
        <code>{name}</code> <span className="quiet">{status}</span> {toText(output ?? input)}
      </p>
    );
  return (
    <section className="tool" aria-label={`Approve ${name}?`}>
      <p>
        The app’s agent wants to use <code>{name}</code> with
      </p>
      <pre>{JSON.stringify(input ?? {}, null, 2)}</pre>
      <p className="buttons">
        <button type="button" onClick={() => void trigger('onApprove', { id: approval })}>
          Approve
        </button>
        <button type="button" onClick={() => void trigger('onReject', { id: approval })}>
          Reject
        </button>
      </p>
    </section>
  );
}

function EditForm({ text, send }: { text: string; send(text: string): Promise<void> }): ReactNode {
  const [changed, setChanged] = useState(text);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void send(changed);
  }
  return (
    <form onSubmit={submit}>
      <textarea
        aria-label="Your message"
        rows={3}
        value={changed}
        onChange={({ target }) => setChanged(target.value)}
      />
      <button type="submit" disabled={changed.trim() === ''}>
        Send again
      </button>
    </form>
  );
}

function toText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
