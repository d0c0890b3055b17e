import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { factOf, partsOf, titleOf } from './part-of.ts';

/** The list of conversations beside a chat. */
export function ConversationsView({ node, use }: NodeProps): ReactNode {
  const { id = '', events = [] } = node;
  const [{ options } = { options: [] }] = partsOf(node, 'options');
  const disabled = factOf(node, 'disabledOptions') ?? [];
  const menu = factOf(node, 'conversationMenu') ?? [];
  const trigger = (event: string, payload?: object) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, ...(payload && { payload }) });
  return (
    <section className="node conversations" aria-label={titleOf(node) ?? id}>
      <button type="button" onClick={() => trigger('onNew')}>
        {factOf(node, 'newConversation') ?? 'New'}
      </button>
      <ul>
        {options.map(({ value: key, label }) => {
          const isDisabled = disabled.includes(key);
          return (
            <li key={String(key)}>
              <button
                type="button"
                className="plain"
                disabled={isDisabled || !events.includes('onSelect')}
                aria-current={factOf(node, 'openConversation') === key}
                onClick={() => trigger('onSelect', { key })}
              >
                {label ?? String(key)}
              </button>{' '}
              {!isDisabled &&
                menu.map(({ action, label: word }) => (
                  <button key={action} type="button" onClick={() => trigger('onMenuClick', { key, action })}>
                    {word ?? action}
                  </button>
                ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
