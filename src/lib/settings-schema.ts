import { z } from 'zod';
import { didYouMean } from './nearest.ts';

/** Text that is not empty; messages begin with `what`. */
export function filledText(what: string) {
  return z.string(`${what} must be text.`).min(1, `${what} must not be empty.`);
}

/** A strict set of settings, with a sentence that names the nearest known one. */
export function settingsSchema<Shape extends z.ZodRawShape>(what: string, shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return `${what} must be a set of ${known.join(', ')}.`;
      const [first = ''] = issue.keys as string[];
      return `${what} has no setting "${first}".${didYouMean(first, known)}`;
    },
  });
}
