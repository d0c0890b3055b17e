import { type ReactNode, useState } from 'react';
import type { NodeProps } from './node-props.ts';
import { titleOf } from './part-of.ts';
import { Shortcut } from './shortcut.tsx';

export function ButtonView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, events = [] } = node;
  const [isBusy, setBusy] = useState(false);
  async function click(): Promise<void> {
    setBusy(true);
    await use.actAsSeen({ type: 'triggerEvent', blockId: id, event: 'onClick' });
    setBusy(false);
  }
  return (
    <button
      type="button"
      className={attributes.danger ? 'danger' : undefined}
      disabled={attributes.disabled === true || isBusy || !events.includes('onClick')}
      onClick={() => void click()}
    >
      {titleOf(node) ?? id}
      <Shortcut node={node} />
    </button>
  );
}
