import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['../../replica', '.'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Changes with the code in the frame and the code that bundles it: bundles of other code are made again. */
export function codeDigest(): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS)
    for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
