import type { ReactNode } from 'react';
import type { ViewNode } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';
import type { PersonAction } from './use-app-session.ts';

/** Components with a button of their own: what it says, what it does. */
function buttonsOf({
  id = '',
  type,
  attributes,
  events = [],
  actions = [],
}: ViewNode): [string, PersonAction][] {
  const trigger = (event: string): PersonAction => ({ type: 'triggerEvent', blockId: id, event });
  const all: [boolean, string, PersonAction][] = [
    [events.includes('onRefresh'), 'Refresh', trigger('onRefresh')],
    [
      events.includes('onToggleSider'),
      attributes?.folded ? 'Unfold the sider' : 'Fold the sider',
      trigger('onToggleSider'),
    ],
    [type === 'Popover', attributes?.open ? 'Close' : 'Open', trigger('onOpenChange')],
    [
      actions.includes('toggleDarkMode'),
      'Light or dark',
      { type: 'callMethod', blockId: id, method: 'toggleDarkMode', args: [] },
    ],
  ];
  return all.flatMap(([isThere, word, action]) => (isThere ? [[word, action]] : []));
}

/** What is shown, and what is in it. */
export function ContainerView({ node, use }: NodeProps): ReactNode {
  const { tag, id = '', type, attributes = {}, events = [], children = [] } = node;
  const title = titleOf(node);
  // All of it can be clicked in the app; here, so that a keyboard can do it, its title.
  const button = events.includes('onClick') && type !== 'DropdownMenu' && (
    <button
      type="button"
      className="plain"
      onClick={() => void use.actAsSeen({ type: 'triggerEvent', blockId: id, event: 'onClick' })}
    >
      {title ?? id}
    </button>
  );
  const Heading = type === 'Title' ? 'h2' : 'h3';
  const inside = (
    <>
      {title ? tag === 'menu' ? <b>{title}</b> : <Heading>{button || title}</Heading> : button}
      <PartViews node={node} use={use} />
      {buttonsOf(node).map(([word, action]) => (
        <button key={word} type="button" onClick={() => void use.actAsSeen(action)}>
          {word}
        </button>
      ))}
      {use.show(children)}
    </>
  );
  if (tag === 'menu')
    return title ? (
      <div className="menu">{inside}</div>
    ) : (
      <nav className="menu" aria-label="Pages of the app">
        {inside}
      </nav>
    );
  return (
    <section className={`node ${tag}`} data-status={attributes.status}>
      {inside}
    </section>
  );
}
