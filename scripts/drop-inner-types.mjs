import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from\s*|import\s*\(?\s*)['"](\.[^'"]+)\.[jt]sx?['"]/g;

/** Deletes the declarations that nothing public refers to: most of them, and only users of the package need any. */
export function dropInnerTypes(root) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const used = new Set();
  const next = Object.values(exports).flatMap(({ types }) => (types ? [join(root, types)] : []));
  for (let file = next.pop(); file; file = next.pop()) {
    if (used.has(file)) continue;
    used.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT))
      next.push(`${join(dirname(file), path)}.d.ts`);
  }
  for (const name of readdirSync(join(root, 'dist'), { recursive: true })) {
    const file = join(root, 'dist', name);
    if (name.endsWith('.d.ts') && !used.has(file)) rmSync(file);
  }
}
