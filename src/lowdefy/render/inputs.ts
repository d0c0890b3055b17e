import { MASK } from '../../lib/mask.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, field, note } from './block-node.ts';
import { fields, isSecretInput, placeholder, toInput } from './input-node.ts';
import type { BlockRender } from './render-context.ts';
import { asRecord } from './shown-text.ts';

export const renderTextInput: BlockRender = (block) => [
  toInput(block, {
    before: [placeholder(block), ...fields(block, { prefix: 'Prefix', suffix: 'Suffix' })],
    value: { shown: unknownInputValue(block) },
    after: [fact('maxLength', block.properties.maxLength)],
  }),
];

/** That it is set, and nothing more, not even its length. */
export const renderPasswordInput: BlockRender = (block) => [
  toInput(block, { before: [placeholder(block)], value: { shown: masked(block.value) } }),
];

export function masked(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : MASK;
}

export const renderNumberInput: BlockRender = (block) => [
  toInput(block, {
    before: [placeholder(block)],
    after: [
      fact('min', block.properties.min),
      fact('max', block.properties.max),
      fact('step', block.properties.step),
      fact('decimals', block.properties.precision),
    ],
  }),
];

export const renderSlider: BlockRender = (block) => {
  const { min = 0, max = 10, disableNotApplicable, notApplicableLabel } = block.properties;
  return [
    toInput(block, {
      after: [
        fact('min', min),
        fact('max', max),
        fact('step', block.properties.step),
        disableNotApplicable === true ? undefined : field('Not applicable', notApplicableLabel),
      ],
    }),
  ];
};

export const renderSwitch: BlockRender = (block) => [
  toInput(block, {
    before: [note(block.properties.description)],
    value: { shown: block.value === true },
    after: fields(block, { checkedText: 'When on', uncheckedText: 'When off' }),
  }),
];

/** A phone number is an object that contains the region, of which the code is enough. */
export const renderPhoneNumberInput: BlockRender = (block) => {
  const { region, ...rest } = asRecord(block.value);
  const code = asRecord(region).code ?? region;
  const isNumber = typeof block.value === 'object' && block.value !== null;
  return [
    toInput(block, {
      before: [placeholder(block)],
      value: { shown: isNumber ? { ...rest, ...(code !== undefined && { region: code }) } : block.value },
      after: fields(block, { allowedRegions: 'Allowed regions', defaultRegion: 'Default region' }),
    }),
  ];
};

export const renderDate: BlockRender = (block) => [
  toInput(block, {
    before: [placeholder(block)],
    value: { shown: toDays(block.value) },
    after: [field('Disabled dates', toDays(block.properties.disabledDates))],
  }),
];

/** With the time of day; JSON writes a date as ISO. */
export const renderDateTime: BlockRender = (block) => [
  toInput(block, {
    before: [placeholder(block)],
    after: [field('Disabled dates', block.properties.disabledDates)],
  }),
];

/** Dates at midnight UTC, which is how these inputs store a day, as the day alone. */
function toDays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDays);
  if (!(value instanceof Date)) {
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toDays(inner)]));
  }
  if (Number.isNaN(value.getTime())) return null;
  const [day, time] = value.toISOString().split('T');
  return time === '00:00:00.000Z' ? day : value;
}

export const renderPagination: BlockRender = (block) => {
  const { total = 100, pageSizeOptions = [10, 20, 30, 40], showSizeChanger } = block.properties;
  return [
    toInput(block, {
      unlabelled: true,
      after: [
        field('Total', total),
        // As in the component: offered by default only if there are many.
        (showSizeChanger ?? Number(total) > 50) ? field('Page sizes', pageSizeOptions) : undefined,
      ],
    }),
  ];
};

/** A title or paragraph that can be edited in place. */
export const renderEditableText: BlockRender = (block) => [
  toInput(block, {
    unlabelled: true,
    // If disabled, it only looks paler.
    attributes: { disabled: block.properties.editable === false },
    after: [fact('maxLength', asRecord(block.properties.editable).maxLength)],
  }),
];

/** Holding a code in front of the camera sets this value. */
export const renderScanner: BlockRender = (block) => [
  toInput(block, {
    unlabelled: true,
    after: [note('Scans codes. Set its value to the text of a code to scan it.')],
  }),
];

export const renderPlainInput: BlockRender = (block) => [toInput(block, { before: [placeholder(block)] })];

/** What is shown of a value that may be a secret. */
export function unknownInputValue(block: BlockSnapshot): unknown {
  return isSecretInput(block) ? masked(block.value) : block.value;
}
