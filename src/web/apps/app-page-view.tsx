import { type ReactNode, useMemo } from 'react';
import type { PageView, ViewNode } from '../../view/view-node.ts';
import { ButtonView } from './button-view.tsx';
import { ChatView } from './chat-view.tsx';
import { ContainerView } from './container-view.tsx';
import { ConversationsView } from './conversations-view.tsx';
import { DropdownView } from './dropdown-view.tsx';
import { FilesView } from './files-view.tsx';
import { InputView } from './input-view.tsx';
import { LinkView } from './link-view.tsx';
import { ListView } from './list-view.tsx';
import { MenuView } from './menu-view.tsx';
import { ModalView } from './modal-view.tsx';
import type { NodeProps, Use } from './node-props.ts';
import { SearchView } from './search-view.tsx';
import { StepsView } from './steps-view.tsx';
import { TabsView } from './tabs-view.tsx';
import { TourView } from './tour-view.tsx';

const VIEWS: Record<ViewNode['tag'], (props: NodeProps) => ReactNode> = {
  input: InputView,
  button: ButtonView,
  link: LinkView,
  list: ListView,
  tabs: TabsView,
  modal: ModalView,
  menu: MenuView,
  container: ContainerView,
  display: ContainerView,
  item: ContainerView,
  tab: ContainerView,
};

/** Components that people use in a way of their own. */
const BY_TYPE: Partial<Record<string, (props: NodeProps) => ReactNode>> = {
  AgentChat: ChatView,
  AgentConversations: ConversationsView,
  DropdownButton: DropdownView,
  S3Download: FilesView,
  S3UploadButton: FilesView,
  S3UploadDragger: FilesView,
  S3UploadPhoto: FilesView,
  Search: SearchView,
  Steps: StepsView,
  Tour: TourView,
};

/** A page of an app as HTML: the same nodes that agents read as markdown. */
export function AppPageView({
  view,
  address,
  act,
  actAsSeen,
  showRows,
}: { view: PageView } & Omit<Use, 'show'>): ReactNode {
  const use = useMemo(() => {
    const made: Use = {
      address,
      act,
      actAsSeen,
      showRows,
      show: (nodes = []) =>
        nodes.map((node, index) => {
          const View = BY_TYPE[node.type ?? ''] ?? VIEWS[node.tag];
          // Where a node has no id, its place is what it is known by.
          return <View key={node.id ?? `${node.tag} ${index}`} node={node} use={made} />;
        }),
    };
    return made;
  }, [address, act, actAsSeen, showRows]);
  return use.show(view.nodes);
}
