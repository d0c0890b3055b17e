import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest } from '../../../lib/nearest.ts';
import type { Rule } from '../rule.ts';

export const missingFile: Rule = {
  code: 'missing-file',
  severity: 'error',
  about: 'A `_ref` names a file that does not exist.',
  fix: 'Correct the path: it starts at the folder of lowdefy.yaml, not at the file that contains the _ref.',
  stopsBuild: true,
  *check({ config: { missing, files }, facts: { dir } }) {
    for (const { at, path } of missing)
      yield {
        at,
        message: `_ref names the file "${path}", which does not exist.`,
        suggestion: nearest(path, new Set([...files.keys(), ...neighbours(dir, path)])),
      };
  },
};

function neighbours(dir: string, path: string): string[] {
  const folder = dirname(path);
  try {
    return readdirSync(join(dir, folder)).map((name) => (folder === '.' ? name : `${folder}/${name}`));
  } catch {
    return [];
  }
}
