import type { Rule } from '../rule.ts';

export const missingKey: Rule = {
  code: 'missing-key',
  severity: 'error',
  about:
    'A block, action, request, connection or menu item lacks a key that it must have, such as `id` or `type`.',
  fix: 'Add the missing key.',
  stopsBuild: true,
  *check({ problems }) {
    for (const problem of problems) {
      // Plugins next to the app need no version, and a missing Lowdefy version is reported before all else.
      if (problem.kind !== 'missing' || /^(plugin|the app)$/.test(problem.of)) continue;
      const names = problem.keys.map((key) => `"${key}"`).join(' and ');
      yield { at: problem.at, message: `This ${problem.of} has no ${names}.` };
    }
  },
};
