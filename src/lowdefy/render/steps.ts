import type { ViewNode } from '../../view/view-node.ts';
import { fact, field, hint, note, presentAttributes, text, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { addressText, asArray, asRecord, htmlText, plainText } from './shown-text.ts';

/** A row of steps, each with its status. */
export const renderSteps: BlockRender = (block) => {
  const { items, initial = 0, status, percent } = block.properties;
  const current = block.ui.current ?? Number(block.properties.current ?? 0);
  const steps = asArray(items).map((item, i) => {
    const step = asRecord(item);
    const index = Number(initial) + i;
    return { step, index, status: statusOf(step, index, current, status) };
  });
  const other = steps.find(({ step, index }) => index !== current && !step.disabled);
  const isUsable = block.events.includes('onChange');
  return [
    toNode('display', block, {
      attributes: { current },
      // For the app: people click steps.
      actions: [],
      parts: [
        field('Percent', percent),
        other && isUsable
          ? hint('To choose', { event: 'onChange', payload: { current: other.index } })
          : undefined,
      ],
      children: steps.map(({ step, index, status: own }): ViewNode => {
        const parts = [title(step.title), note(step.subTitle), text(step.description)];
        const shown = parts.filter((part) => part !== undefined);
        return {
          tag: 'item',
          attributes: presentAttributes({
            index,
            status: own,
            current: index === current,
            disabled: isUsable && Boolean(step.disabled),
          }),
          ...(shown.length > 0 && { parts: shown }),
        };
      }),
    }),
  ];
};

function statusOf(step: Record<string, unknown>, index: number, current: number, status: unknown): string {
  const own = plainText(step.status);
  if (own !== undefined) return own;
  if (index === current) return plainText(status) ?? 'process';
  return index < current ? 'finish' : 'wait';
}

/** One card of a tour at a time; a closed tour is not shown. */
export const renderTour: BlockRender = (block) => {
  const { ui, events, properties } = block;
  if (!ui.open) return [];
  const steps = asArray(properties.steps);
  const current = ui.current ?? 0;
  const step = asRecord(steps[current]);
  return [
    toNode('modal', block, {
      attributes: { open: true },
      parts: [
        title(step.title),
        text(step.description),
        fact('tourStep', { at: current + 1, total: steps.length }),
        field('Points at', plainText(step.target)),
        field('Cover', addressText(step.cover)),
        fact('nextButton', buttonText(step.nextButtonProps)),
        fact('previousButton', buttonText(step.prevButtonProps)),
        events.includes('onChange')
          ? hint('To choose', {
              event: 'onChange',
              payload: { current: current + 1 < steps.length ? current + 1 : current - 1 },
            })
          : undefined,
      ],
    }),
  ];
};

function buttonText(given: unknown): string | undefined {
  return htmlText(asRecord(given).children);
}
