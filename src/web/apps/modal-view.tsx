import { type ReactNode, useEffect, useRef } from 'react';
import type { NodeProps } from './node-props.ts';
import { factOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

const BUTTONS = [
  { event: 'onOk', fact: 'okButton', word: 'OK' },
  { event: 'onCancel', fact: 'cancelButton', word: 'Cancel' },
  { event: 'onClose', word: 'Close' },
] as const;

/** What is open in front of the page; a closed one is opened by the page's own buttons. */
export function ModalView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, events = [], children = [] } = node;
  const place = useRef<HTMLElement>(null);
  const isOpen = attributes.open === true;
  useEffect(() => {
    // Who is typing elsewhere goes on: it may be the agent that opened it.
    if (isOpen && !document.activeElement?.matches('input, textarea, select')) place.current?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  const shown = { ...node, parts: (node.parts ?? []).filter((part) => part.kind !== 'field') };
  return (
    <section ref={place} className="node modal" role="dialog" aria-label={titleOf(node) ?? id} tabIndex={-1}>
      <h3>{titleOf(node)}</h3>
      <PartViews node={shown} use={use} />
      {use.show(children)}
      <p className="buttons">
        {BUTTONS.filter(({ event }) => events.includes(event)).map(({ event, word, ...given }) => (
          <button
            key={event}
            type="button"
            onClick={() => void use.actAsSeen({ type: 'triggerEvent', blockId: id, event })}
          >
            {('fact' in given && factOf(node, given.fact)) || word}
          </button>
        ))}
      </p>
    </section>
  );
}
