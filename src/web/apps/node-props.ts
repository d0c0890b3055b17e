import type { ReactNode } from 'react';
import type { RowsWanted } from '../../protocol/app-session-state.ts';
import type { ViewNode } from '../../view/view-node.ts';
import type { SharedAppSession } from './use-app-session.ts';

/** What can be done with a node. */
export interface Use {
  /** Of the page in the app. */
  address: string;
  act: SharedAppSession['act'];
  actAsSeen: SharedAppSession['actAsSeen'];
  showRows(rows: RowsWanted): void;
  /** The nodes inside of it. */
  show(nodes: readonly ViewNode[] | undefined): ReactNode;
}

export interface NodeProps {
  node: ViewNode;
  use: Use;
}

/** Trigger an event of a block; false where that was refused. */
export type Trigger = (event: string, payload?: object) => Promise<boolean>;
