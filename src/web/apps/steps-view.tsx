import type { ReactNode } from 'react';
import type { NodeProps } from './node-props.ts';
import { titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

/** A row of steps; where the app listens, each can be gone to. */
export function StepsView({ node, use }: NodeProps): ReactNode {
  const { id = '', events = [], children = [] } = node;
  const isUsable = events.includes('onChange');
  const goTo = (current: unknown) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event: 'onChange', payload: { current } });
  return (
    <section className="node steps" aria-label={id}>
      <PartViews node={node} use={use} />
      <ol>
        {children.map((step) => {
          const { index, status, current, disabled } = step.attributes ?? {};
          const title = titleOf(step) ?? `Step ${Number(index) + 1}`;
          return (
            <li key={String(index)} data-status={status} aria-current={current ? 'step' : undefined}>
              {isUsable ? (
                <button
                  type="button"
                  className="plain"
                  disabled={disabled === true || current === true}
                  onClick={() => goTo(index)}
                >
                  {title}
                </button>
              ) : (
                <b>{title}</b>
              )}{' '}
              <span className="quiet">{status}</span>
              <PartViews node={step} use={use} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
