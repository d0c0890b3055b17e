import { nearest } from '../../../lib/nearest.ts';
import type { Rule } from '../rule.ts';

export const missingVar: Rule = {
  code: 'missing-var',
  severity: 'hint',
  about:
    'A file uses a variable that a `_ref` to it does not pass, and that has no default. It becomes null.',
  fix: 'Pass the variable under vars: of the _ref, or give it a default: {_var: {key: …, default: …}}.',
  *check({ config: { calls } }) {
    for (const { at, path, given, used } of calls)
      for (const { at: place, name, hasDefault } of used) {
        const [first] = name?.split('.') ?? [];
        if (first === undefined || hasDefault || given.has(first)) continue;
        const suggestion = nearest(first, given.keys());
        yield {
          at: place,
          message: `The _ref to "${path}" in ${at.file}:${at.line} does not pass the variable "${first}".`,
          suggestion,
        };
      }
  },
};
