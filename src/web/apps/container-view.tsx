import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

/** Components with a button of their own, by the event or the method behind it. */
const BUTTONS = { onRefresh: 'Refresh', toggleDarkMode: 'Light or dark' };

/** What is shown, and what is in it. */
export function ContainerView({ node, use }: NodeProps): ReactNode {
  const { tag, id = '', type, attributes = {}, events = [], actions = [], children = [] } = node;
  const title = titleOf(node);
  const press = (name: string) =>
    void use.actAsSeen(
      events.includes(name)
        ? { type: 'triggerEvent', blockId: id, event: name }
        : { type: 'callMethod', blockId: id, method: name },
    );
  // All of it can be clicked in the app; here, so that a keyboard can do it, its title.
  const button = events.includes('onClick') && (
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
      {Object.entries(BUTTONS)
        .filter(([name]) => events.includes(name) || actions.includes(name))
        .map(([name, word]) => (
          <button key={name} type="button" onClick={() => press(name)}>
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
