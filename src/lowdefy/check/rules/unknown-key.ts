import { nearest } from '../../../lib/nearest.ts';
import type { Rule } from '../rule.ts';

export const unknownKey: Rule = {
  code: 'unknown-key',
  severity: 'error',
  about:
    'A key is not one that Lowdefy knows at this place, such as `blokcs`. Lowdefy ignores it, or refuses to build.',
  fix: 'Correct the key, or remove it.',
  *check({ problems, facts: { version, isExact } }) {
    for (const problem of problems) {
      if (problem.kind !== 'key') continue;
      const { at, key, known, of } = problem;
      const suggestion = nearest(key, known);
      if (!isExact && suggestion === undefined) continue;
      const severity = isExact && suggestion !== undefined ? 'error' : 'warning';
      yield { at, message: `Lowdefy ${version} knows no key "${key}" in ${of}.`, suggestion, severity };
    }
  },
};
