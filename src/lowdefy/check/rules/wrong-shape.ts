import type { Rule } from '../rule.ts';

export const wrongShape: Rule = {
  code: 'wrong-shape',
  severity: 'error',
  about: 'A value has the wrong form, such as a single block where a list of blocks belongs.',
  fix: 'Write the value in the form that Lowdefy needs. Items of a list begin with "- ".',
  *check({ problems }) {
    for (const problem of problems)
      if (problem.kind === 'shape')
        yield {
          at: problem.at,
          message: `"${problem.key}" must be ${problem.wanted}, but is ${problem.is}.`,
        };
  },
};
