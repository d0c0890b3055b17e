import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { factOf, partsOf, titleOf } from './part-of.ts';
import { Shortcut } from './shortcut.tsx';

/** A button with a menu; where the app has split it, the button does something of its own. */
export function DropdownView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, events = [] } = node;
  const title = titleOf(node) ?? id;
  const isOpen = attributes.open === true;
  const isSplit = events.includes('onClick');
  const isDisabled = attributes.disabled === true;
  const off = factOf(node, 'disabledOptions') ?? [];
  const dangerous = factOf(node, 'dangerousOptions') ?? [];
  const trigger = (event: string, payload?: object) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, ...(payload && { payload }) });
  return (
    <div className="node dropdown">
      {isSplit && (
        <button type="button" disabled={isDisabled} onClick={() => trigger('onClick')}>
          {title}
          <Shortcut node={node} />
        </button>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        disabled={isDisabled}
        onClick={() => trigger('onOpenChange', { open: !isOpen })}
      >
        {isSplit ? `More of ${title}` : title} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <ul>
          {partsOf(node, 'options').flatMap(({ options }) =>
            options.map(({ value, label }) => (
              <li key={String(value)}>
                <button
                  type="button"
                  className={dangerous.includes(value) ? 'danger' : undefined}
                  disabled={off.includes(value)}
                  onClick={() => trigger(String(value))}
                >
                  {label}
                </button>
              </li>
            )),
          )}
        </ul>
      )}
    </div>
  );
}
