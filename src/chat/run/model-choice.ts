import type { LanguageModel } from 'ai';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { RunServices } from './run-services.ts';

/** The default model, or one of the server's others by name. */
export function toModelChoice(
  usual: () => Promise<LanguageModel>,
  models: Readonly<Record<string, LanguageModel>>,
): RunServices['model'] {
  return async (name) => {
    if (name === undefined) return usual();
    const model = Object.hasOwn(models, name) ? models[name] : undefined;
    if (model) return model;
    const names = Object.keys(models);
    const there = names.length > 0 ? ` Valid: ${names.join(', ')}.` : ' Omit model: there is only one.';
    throw new TandemError('invalid_input', `Unknown model "${name}".${didYouMean(name, names) || there}`);
  };
}
