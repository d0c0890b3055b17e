import type { ReactNode } from 'react';
import type { RowsWanted } from '../../protocol/app-page.ts';
import { ChatForm } from './chat-form.tsx';
import { ChatMessage } from './chat-message.tsx';
import type { NodeProps, Trigger } from './node-props.ts';
import { fieldOf, partsOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

interface Proposal {
  label: string;
  description?: string;
}

/** A chat with an agent of the app: the conversation, what waits for the person, and a place to write. */
export function ChatView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, events = [], children = [] } = node;
  const title = titleOf(node);
  const trigger: Trigger = (event, payload) =>
    use.act({ type: 'triggerEvent', blockId: id, event, ...(payload && { payload }) });
  // Of what the fields say there are buttons.
  const said = {
    ...node,
    parts: (node.parts ?? []).filter(({ kind }) => kind !== 'field' && kind !== 'title'),
  };
  const more = (fieldOf(node, 'More') as { rows: RowsWanted } | undefined)?.rows;
  return (
    <section className="node chat" aria-label={title ?? id} data-status={attributes.status}>
      {title && <h3>{title}</h3>}
      {more && (
        <button type="button" className="plain" onClick={() => use.showRows(more)}>
          {more.from === 0 ? 'Earlier messages' : 'Later messages'}
        </button>
      )}
      <div role="log" aria-label="Conversation">
        {children.map((message) => (
          <ChatMessage key={message.id} message={message} events={events} trigger={trigger} use={use} />
        ))}
      </div>
      {attributes.status === 'answering' && <p className="quiet">Answering…</p>}
      <PartViews node={said} use={use} />
      <Proposals all={fieldOf(node, 'Prompts')} choose={(label) => trigger('onPromptClick', { label })} />
      <Proposals
        all={fieldOf(node, 'Suggestions')}
        choose={(label) => trigger('onSuggestionClick', { label })}
      />
      {partsOf(node, 'field').flatMap(({ name, value }) =>
        name === 'Switch'
          ? [<Switch key={JSON.stringify(value)} value={value as SwitchValue} trigger={trigger} />]
          : [],
      )}
      <ChatForm node={node} trigger={trigger} />
    </section>
  );
}

function Proposals({ all, choose }: { all: unknown; choose(label: string): unknown }): ReactNode {
  if (!Array.isArray(all)) return null;
  return (
    <p className="buttons">
      {(all as Proposal[]).map(({ label, description }) => (
        <button key={label} type="button" title={description} onClick={() => void choose(label)}>
          {label}
        </button>
      ))}
    </p>
  );
}

interface SwitchValue {
  key: string;
  label?: unknown;
  checked: boolean;
}

function Switch({ value, trigger }: { value: SwitchValue; trigger: Trigger }): ReactNode {
  const { key, label, checked } = value;
  return (
    <label>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => void trigger('onSwitchChange', { key, checked: target.checked })}
      />{' '}
      {typeof label === 'string' ? label : key}
    </label>
  );
}
