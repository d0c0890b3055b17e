import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { htmlText } from '../../render/shown-text.ts';
import { isAlike, nearMiss } from './alike.ts';
import type { Converted } from './converted.ts';
import { shown } from './value-limits.ts';

const MAX_LISTED = 20;

interface Option {
  value: unknown;
  label: string;
  disabled: boolean;
}

function optionsOf(properties: Record<string, unknown>): Option[] {
  const options = Array.isArray(properties.options) ? properties.options : [];
  return options.map((option: unknown) => {
    if (option === null || typeof option !== 'object')
      return { value: option, label: String(option), disabled: false };
    const { value, label, disabled } = option as { value?: unknown; label?: unknown; disabled?: unknown };
    return { value, label: htmlText(label) ?? String(value), disabled: disabled === true };
  });
}

export function chooseOne(
  block: EngineBlock,
  given: unknown,
  properties: Record<string, unknown>,
): Converted {
  const options = optionsOf(properties);
  const option =
    options.find((candidate) => isDeepStrictEqual(candidate.value, given)) ??
    options.find((candidate) => candidate.label === given) ??
    options.find((candidate) => String(candidate.value) === given) ??
    onlyAlike(options, given);
  if (!option) throw noSuchOption(block, given, options);
  if (option.disabled)
    throw new TandemError('forbidden', `The option ${shown(given)} of "${block.blockId}" is disabled.`);
  if (isDeepStrictEqual(option.value, given)) return { value: option.value };
  return { value: option.value, converted: `${shown(given)} to the option ${shown(option.value)}` };
}

/** The one option that is written like this but for case and outer blanks. */
function onlyAlike(options: Option[], given: unknown): Option | undefined {
  if (typeof given !== 'string') return undefined;
  const alike = options.filter(({ value, label }) =>
    [label, String(value)].some((text) => isAlike(text, given)),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

export function chooseMany(
  block: EngineBlock,
  given: unknown[],
  properties: Record<string, unknown>,
): Converted {
  const chosen = given.map((one) => chooseOne(block, one, properties));
  if (chosen.some((one, i) => chosen.slice(0, i).some((other) => isDeepStrictEqual(other.value, one.value))))
    throw new TandemError('invalid_input', `Block "${block.blockId}" takes each option only once.`);
  const notes = chosen.flatMap((one) => one.converted ?? []);
  return {
    value: chosen.map((one) => one.value),
    ...(notes.length > 0 ? { converted: notes.join('; ') } : {}),
  };
}

function noSuchOption(block: EngineBlock, given: unknown, options: Option[]): TandemError {
  const written = options.flatMap(({ value, label }) => [label, String(value)]);
  const hint = nearMiss(given, written);
  const listed = options
    .slice(0, MAX_LISTED)
    .map(({ value, label }) => (label === String(value) ? shown(value) : `${shown(value)} (${label})`));
  const more = options.length > MAX_LISTED ? `, and ${options.length - MAX_LISTED} more` : '';
  const all = options.length > 0 ? `Options: ${listed.join(', ')}${more}.` : 'It has no options now.';
  return new TandemError(
    'invalid_input',
    `Block "${block.blockId}" has no option ${shown(given)}.${hint} ${all}`,
  );
}
