import type { ReactNode } from 'react';
import type { ViewNode } from '../../view/view-node.ts';
import { ContainerView } from './container-view.tsx';
import type { NodeProps } from './node-props.ts';
import { factOf, titleOf } from './part-of.ts';

/** Links of the app, or items that cause an event of a block. */
export function MenuView({ node, use }: NodeProps): ReactNode {
  const choosing = factOf(node, 'chooseItem');
  // An item is chosen by an event of the block that has the menu.
  if (!choosing) return <ContainerView node={node} use={use} />;
  const { blockId, event } = choosing;
  return (
    <Items
      node={node}
      choose={(key) => void use.act({ type: 'triggerEvent', blockId, event, payload: { key } })}
    />
  );
}

function Items({ node, choose }: { node: ViewNode; choose(key: string): void }): ReactNode {
  const title = titleOf(node);
  return (
    <div className="menu">
      {title && <b>{title}</b>}
      {(node.children ?? []).map((child, index) => {
        const { key, title: name, disabled } = child.attributes ?? {};
        return child.tag === 'menu' ? (
          <Items key={index} node={child} choose={choose} />
        ) : (
          <button
            key={index}
            type="button"
            className="plain"
            disabled={disabled === true}
            onClick={() => choose(String(key))}
          >
            {String(name ?? key)}
          </button>
        );
      })}
    </div>
  );
}
