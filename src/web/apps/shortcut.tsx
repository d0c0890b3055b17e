import type { ReactNode } from 'react';
import type { ViewNode } from '../../view/view-node.ts';

/** The keys that do the same in the app itself. */
export function Shortcut({ node: { attributes } }: { node: ViewNode }): ReactNode {
  return attributes?.shortcut ? (
    <>
      {' '}
      <kbd>{attributes.shortcut}</kbd>
    </>
  ) : null;
}
