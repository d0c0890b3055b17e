import { treeNodesOf } from '../bridge/values/tree-choice.ts';
import { fact, field, note } from './block-node.ts';
import { toInput } from './input-node.ts';
import type { BlockRender } from './render-context.ts';
import { asRecord, htmlText } from './shown-text.ts';

const MAX_OPTIONS = 50;

/** One number, or two for a range. */
export const renderNewerSlider: BlockRender = (block) => {
  const { min = 0, max = 100, step = 1, marks, range } = block.properties;
  const labels = Object.entries(asRecord(marks)).map(([at, mark]) => [at, labelOf(mark)]);
  return [
    toInput(block, {
      attributes: { range: Boolean(range) },
      after: [
        fact('min', min),
        fact('max', max),
        step === null ? note('Stands on its marks only') : fact('step', step),
        labels.length > 0 ? field('Marks', Object.fromEntries(labels)) : undefined,
      ],
    }),
  ];
};

function labelOf(mark: unknown): string {
  const { label = mark } = asRecord(mark);
  return htmlText(label) ?? '';
}

/** A tree as the paths to its nodes; the value is the path from the node outwards. */
export const renderTreeSelector: BlockRender = (block, { mostOptions = MAX_OPTIONS }) => {
  const { options, selectable } = block.properties;
  const nodes = treeNodesOf(options);
  const disabled = nodes.filter((node) => node.disabled).map(({ path }) => path);
  return [
    toInput(block, {
      unlabelled: true,
      before: [
        {
          kind: 'options',
          options: nodes
            .slice(0, mostOptions)
            .map(({ path, labels }) => ({ value: path, label: labels.join(' / ') })),
          total: nodes.length,
        },
      ],
      after: [
        disabled.length > 0 ? fact('disabledOptions', disabled.slice(0, MAX_OPTIONS)) : undefined,
        selectable === false ? note('It has no selectable nodes') : undefined,
      ],
    }),
  ];
};
