import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { titleOf } from './part-of.ts';
import { Shortcut } from './shortcut.tsx';

/** A link of the app: to another page of it, or out of it. */
export function LinkView({ node, use }: NodeProps): ReactNode {
  const { id, attributes = {}, events = [] } = node;
  const { pageId, url, current, disabled } = attributes;
  const title = titleOf(node) ?? String(attributes.title ?? pageId ?? url ?? id);
  const isEvent = id !== undefined && events.includes('onClick');
  if (typeof url === 'string' && /^https?:/i.test(url) && !disabled)
    return (
      <a href={url} target="_blank" rel="noreferrer">
        {title}
      </a>
    );
  const follow = () =>
    use.act(
      isEvent
        ? { type: 'triggerEvent', blockId: id, event: 'onClick' }
        : { type: 'navigate', pageId: pageId ?? '' },
    );
  return (
    <button
      type="button"
      className="plain"
      aria-current={current ? 'page' : undefined}
      disabled={disabled === true || (!isEvent && typeof pageId !== 'string')}
      onClick={() => void follow()}
    >
      {title}
      <Shortcut node={node} />
    </button>
  );
}
