import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact } from './block-node.ts';
import { placeholder, toInput } from './input-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, htmlText } from './shown-text.ts';

const MAX_OPTIONS = 50;

/** One or several of a list of options; the value is the option's value, never its label. */
export const renderSelector: BlockRender = (block, { mostOptions }) => [
  toInput(block, {
    before: [placeholder(block), optionsOf(block, mostOptions)],
    after: [disabledOptions(block)],
  }),
];

interface Option {
  value: unknown;
  label?: string;
  disabled: boolean;
}

function optionsOf(block: BlockSnapshot, most = MAX_OPTIONS): ViewPart {
  const given = asArray(block.properties.options);
  const options = given.slice(0, most).map(toOption);
  return {
    kind: 'options',
    options: options.map(({ value, label }) => (label === undefined ? { value } : { value, label })),
    total: given.length,
  };
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
