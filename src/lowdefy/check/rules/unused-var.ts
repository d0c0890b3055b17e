import { nearest } from '../../../lib/nearest.ts';
import type { Rule } from '../rule.ts';

export const unusedVar: Rule = {
  code: 'unused-var',
  severity: 'warning',
  about: 'A `_ref` passes a variable that the file does not use.',
  fix: 'Correct the name of the variable, or remove it.',
  *check({ config: { calls } }) {
    for (const { path, given, used } of calls) {
      const names = used.map(({ name }) => name?.split('.')[0]);
      if (names.includes(undefined)) continue;
      const known = new Set(names.flatMap((name) => name ?? []));
      for (const [name, { at }] of given)
        if (!known.has(name))
          yield {
            at,
            message: `The file "${path}" does not use the variable "${name}".`,
            suggestion: nearest(name, known),
          };
    }
  },
};
