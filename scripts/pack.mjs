import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Packs Tandem as it is published; returns the file and what npm says about it. */
export function pack(folder) {
  const text = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  // What runs before packing prints its steps, too.
  const [packed] = JSON.parse(text.slice(text.search(/^\[\s*$/m)));
  return { ...packed, tarball: join(folder, packed.filename) };
}
