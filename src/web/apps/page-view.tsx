import { type ReactNode, useMemo } from 'react';
import type { PageView as Page, ViewNode } from '../../view/view-node.ts';
import { ButtonView } from './button-view.tsx';
import { ContainerView } from './container-view.tsx';
import { InputView } from './input-view.tsx';
import { LinkView } from './link-view.tsx';
import { ListView } from './list-view.tsx';
import { ModalView } from './modal-view.tsx';
import type { NodeProps, Use } from './node-props.ts';
import { TabsView } from './tabs-view.tsx';

const VIEWS: Record<ViewNode['tag'], (props: NodeProps) => ReactNode> = {
  input: InputView,
  button: ButtonView,
  link: LinkView,
  list: ListView,
  tabs: TabsView,
  modal: ModalView,
  menu: ContainerView,
  container: ContainerView,
  display: ContainerView,
  item: ContainerView,
  tab: ContainerView,
};

/** A page of an app as HTML: the same nodes that agents read as markdown. */
export function PageView({
  view,
  address,
  act,
  actAsSeen,
  showRows,
}: { view: Page } & Omit<Use, 'show'>): ReactNode {
  const use = useMemo(() => {
    const made: Use = {
      address,
      act,
      actAsSeen,
      showRows,
      show: (nodes = []) =>
        nodes.map((node, index) => {
          const View = VIEWS[node.tag];
          // Where a node has no id, its place is what it is known by.
          return <View key={node.id ?? `${node.tag} ${index}`} node={node} use={made} />;
        }),
    };
    return made;
  }, [address, act, actAsSeen, showRows]);
  return use.show(view.nodes);
}
