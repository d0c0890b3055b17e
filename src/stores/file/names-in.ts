import { readdirSync } from 'node:fs';
import { hasCode } from '../../lib/has-code.ts';

/** None if there is no such folder. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
