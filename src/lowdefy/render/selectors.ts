import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, hint } from './block-node.ts';
import { placeholder, toInput } from './input-node.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { asArray, htmlText } from './shown-text.ts';

const MAX_OPTIONS = 20;

/** One or several of a list of options; the value is the option's value, never its label. */
export const renderSelector: BlockRender = (block, context) => [
  toInput(block, {
    before: [placeholder(block), ...optionsOf(block, context)],
    after: [disabledOptions(block)],
  }),
];

interface Option {
  value: unknown;
  label?: string;
  disabled: boolean;
}

function optionsOf(block: BlockSnapshot, context: RenderContext): (ViewPart | undefined)[] {
  const given = asArray(block.properties.options);
  const { query, from = 0, count } = context.rows?.blockId === block.blockId ? context.rows : {};
  const most = count ?? context.mostOptions ?? MAX_OPTIONS;
  const options = (query === undefined ? given : given.filter((option) => has(option, query)))
    .slice(from, from + most)
    .map(toOption);
  const isCut = options.length < given.length;
  return [
    {
      kind: 'options',
      options: options.map(({ value, label }) => (label === undefined ? { value } : { value, label })),
      total: given.length,
    },
    isCut ? hint('More', { rows: { blockId: block.blockId, query: '…' } }) : undefined,
  ];
}

function has(option: unknown, query: string): boolean {
  const { value, label = '' } = toOption(option);
  return `${value} ${label}`.toLowerCase().includes(query.toLowerCase());
}

function disabledOptions(block: BlockSnapshot): ViewPart | undefined {
  const disabled = asArray(block.properties.options)
    .map(toOption)
    .filter((option) => option.disabled);
  if (disabled.length === 0) return undefined;
  return fact(
    'disabledOptions',
    disabled.slice(0, MAX_OPTIONS).map(({ value }) => value),
  );
}

function toOption(option: unknown): Option {
  if (typeof option !== 'object' || option === null) return { value: option ?? null, disabled: false };
  const { value = null, label, disabled } = option as Record<string, unknown>;
  const shown = htmlText(label);
  return {
    value,
    ...(shown !== undefined && shown !== String(value) && { label: shown }),
    disabled: disabled === true,
  };
}
