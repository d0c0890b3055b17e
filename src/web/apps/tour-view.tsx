import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { fieldOf, titleOf, withoutFields } from './part-of.ts';
import { PartViews } from './part-views.tsx';

/** One card of a tour, with the way to the others. */
export function TourView({ node, use }: NodeProps): ReactNode {
  const { id = '', events = [] } = node;
  const [at = 1, total = 1] = String(fieldOf(node, 'Step') ?? '')
    .split(' of ')
    .map(Number);
  const trigger = (event: string, payload?: object) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, ...(payload && { payload }) });
  const goTo = (current: number) => trigger('onChange', { current });
  const buttons = [
    ...(at > 1 ? [[fieldOf(node, 'Previous button') ?? 'Previous', () => goTo(at - 2)] as const] : []),
    ...(at < total ? [[fieldOf(node, 'Next button') ?? 'Next', () => goTo(at)] as const] : []),
    ...(events.includes('onFinish')
      ? [[fieldOf(node, 'Next button') ?? 'Finish', () => trigger('onFinish')] as const]
      : []),
    ...(events.includes('onClose') ? [['Close', () => trigger('onClose')] as const] : []),
  ];
  return (
    <section className="node modal" role="dialog" aria-label={titleOf(node) ?? id} tabIndex={-1}>
      <h3>{titleOf(node)}</h3>
      <PartViews node={withoutFields(node, ['Next button', 'Previous button'])} use={use} />
      <p className="buttons">
        {buttons.map(([word, click]) => (
          <button key={String(word)} type="button" onClick={click}>
            {String(word)}
          </button>
        ))}
      </p>
    </section>
  );
}
