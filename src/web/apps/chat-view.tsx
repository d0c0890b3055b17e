import type { ReactNode } from 'react';
import type { FactValue } from '../../protocol/view-fact.ts';
import { AppChatMessage } from './app-chat-message.tsx';
import { ChatForm } from './chat-form.tsx';
import type { NodeProps, Trigger } from './node-props.ts';
import { factOf, factsOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

type ProposalList = FactValue<'prompts'>;

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
  const more = factOf(node, 'more')?.rows;
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
          <AppChatMessage key={message.id} message={message} events={events} trigger={trigger} use={use} />
        ))}
      </div>
      {attributes.status === 'answering' && <p className="quiet">Answering…</p>}
      <PartViews node={said} use={use} />
      <Proposals all={factOf(node, 'prompts')} choose={(label) => trigger('onPromptClick', { label })} />
      <Proposals
        all={factOf(node, 'suggestions')}
        choose={(label) => trigger('onSuggestionClick', { label })}
      />
      {factsOf(node, 'switch').map((value) => (
        <Switch key={value.key} value={value} trigger={trigger} />
      ))}
      <ChatForm node={node} trigger={trigger} />
    </section>
  );
}

interface ProposalsProps {
  all: ProposalList | undefined;
  choose(label: string): unknown;
}

function Proposals({ all, choose }: ProposalsProps): ReactNode {
  if (!all) return null;
  return (
    <p className="buttons">
      {all.map(({ label, description }) => (
        <button key={label} type="button" title={description} onClick={() => void choose(label)}>
          {label}
        </button>
      ))}
    </p>
  );
}

function Switch({ value, trigger }: { value: FactValue<'switch'>; trigger: Trigger }): ReactNode {
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
