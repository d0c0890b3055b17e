import { Fragment, type ReactNode } from 'react';
import type { ViewNode } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { Shortcut } from './shortcut.tsx';

/** Tabs, of which one is open, or panels, of which several can be, below or beside each other. */
export function TabsView({ node, use }: NodeProps): ReactNode {
  const { id = '', type, children = [] } = node;
  const isPanels = type === 'Collapse';
  const tabs = children.filter(({ tag }) => tag === 'tab');
  const isOpen = ({ attributes }: ViewNode) => attributes?.active === true;
  function choose(tab: ViewNode): void {
    const key = tab.attributes?.key;
    if (type === 'Splitter')
      return void use.act({
        type: 'triggerEvent',
        blockId: id,
        event: 'onCollapse',
        payload: { panel: key },
      });
    const open = tabs.filter(isOpen).map(({ attributes }) => attributes?.key);
    const panels = isOpen(tab) ? open.filter((one) => one !== key) : [...open, key];
    const payload = { activeKey: isPanels ? panels : key };
    void use.act({ type: 'triggerEvent', blockId: id, event: 'onChange', payload });
  }
  return (
    <section className="node tabs" aria-label={id}>
      <p className="tab-row">
        {tabs.map((tab) => (
          <button
            key={String(tab.attributes?.key)}
            type="button"
            aria-expanded={isOpen(tab)}
            disabled={tab.attributes?.disabled === true}
            onClick={() => choose(tab)}
          >
            {tab.attributes?.title}
            <Shortcut node={tab} />
          </button>
        ))}
      </p>
      {tabs.filter(isOpen).map((tab) => (
        <Fragment key={String(tab.attributes?.key)}>{use.show(tab.children)}</Fragment>
      ))}
      {use.show(children.filter(({ tag }) => tag !== 'tab'))}
    </section>
  );
}
