import type { ReactNode } from 'react';
import type { ViewNode } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { Pager } from './pager.tsx';
import { titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

/** Items, and the buttons to add, move and remove them where the app's own list has them. */
export function ListView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, actions = [], children = [] } = node;
  const title = titleOf(node);
  const call = (method: string, ...args: unknown[]) =>
    void use.actAsSeen({ type: 'callMethod', blockId: id, method, args });
  const items = children.filter(({ tag }) => tag === 'item');
  return (
    <section className="node list" aria-label={title ?? id}>
      {title && <h3>{title}</h3>}
      <PartViews node={node} use={use} />
      <ul>
        {items.map((item) => (
          <li key={indexOf(item)}>
            <PartViews node={item} use={use} />
            {use.show(item.children)}
            <p className="buttons">
              {Object.entries(ITEM_ACTIONS)
                .filter(([method]) => actions.includes(method))
                .map(([method, word]) => (
                  <button key={method} type="button" onClick={() => call(method, indexOf(item))}>
                    {word} {indexOf(item) + 1}
                  </button>
                ))}
            </p>
          </li>
        ))}
      </ul>
      <Pager
        what="items"
        from={items[0] ? indexOf(items[0]) : 0}
        shown={items.length}
        total={Number(attributes.items ?? items.length)}
        show={(from, count) => use.showRows({ blockId: id, from, count })}
      />
      {actions.includes('pushItem') && (
        <button type="button" onClick={() => call('pushItem')}>
          Add {title ? `to ${title}` : ''}
        </button>
      )}
    </section>
  );
}

const ITEM_ACTIONS = { removeItem: 'Remove', moveItemUp: 'Up', moveItemDown: 'Down' };

function indexOf({ attributes }: ViewNode): number {
  return Number(attributes?.index);
}
