import type { Rule } from '../rule.ts';

export const invalidYaml: Rule = {
  code: 'invalid-yaml',
  severity: 'error',
  about: 'A file is not valid YAML or JSON.',
  fix: 'Correct the file. Check the indentation, and put texts with ": ", "#" or "{" in quotes.',
  stopsBuild: true,
  *check({ config: { broken } }) {
    for (const { at, message } of broken) yield { at, message: `Not valid: ${message}` };
  },
};
