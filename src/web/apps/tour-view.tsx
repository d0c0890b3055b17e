import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { factOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

/** One card of a tour, with the way to the others. */
export function TourView({ node, use }: NodeProps): ReactNode {
  const { id = '', events = [] } = node;
  const { at, total } = factOf(node, 'tourStep') ?? { at: 1, total: 1 };
  const trigger = (event: string, payload?: object) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, ...(payload && { payload }) });
  const goTo = (current: number) => trigger('onChange', { current });
  const buttons = [
    ...(at > 1 ? [[factOf(node, 'previousButton') ?? 'Previous', () => goTo(at - 2)] as const] : []),
    ...(at < total ? [[factOf(node, 'nextButton') ?? 'Next', () => goTo(at)] as const] : []),
    ...(events.includes('onFinish')
      ? [[factOf(node, 'nextButton') ?? 'Finish', () => trigger('onFinish')] as const]
      : []),
    ...(events.includes('onClose') ? [['Close', () => trigger('onClose')] as const] : []),
  ];
  return (
    <section className="node modal" role="dialog" aria-label={titleOf(node) ?? id} tabIndex={-1}>
      <h3>{titleOf(node)}</h3>
      <PartViews node={node} use={use} />
      <p className="buttons">
        {buttons.map(([word, click]) => (
          <button key={word} type="button" onClick={click}>
            {word}
          </button>
        ))}
      </p>
    </section>
  );
}
