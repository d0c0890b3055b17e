import type { LanguageModel } from 'ai';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { ChatServices } from './chat-services.ts';

/** The usual model, or one of those that were named beforehand: clients choose among what the server has. */
export function toModelChoice(
  usual: () => Promise<LanguageModel>,
  models: Readonly<Record<string, LanguageModel>>,
): ChatServices['model'] {
  return async (name) => {
    if (name === undefined) return usual();
    const model = Object.hasOwn(models, name) ? models[name] : undefined;
    if (model) return model;
    const names = Object.keys(models);
    const there =
      names.length > 0 ? ` There are: ${names.join(', ')}.` : ' Leave model out: there is one only.';
    throw new TandemError('invalid_input', `No model "${name}".${didYouMean(name, names) || there}`);
  };
}
