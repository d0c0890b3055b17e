import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BROKEN_GUARDS } from './broken-guards.mjs';

/** The shadow tests on an engine in which the guard that SHADOW_BREAK names is broken. */
const wanted = BROKEN_GUARDS[process.env.SHADOW_BREAK ?? ''];
if (!wanted) throw new Error('SHADOW_BREAK names no guard of broken-guards.mjs.');
const [file, guard, broken] = wanted;

export default defineConfig({
  plugins: [
    {
      name: 'break-guard',
      enforce: 'pre',
      load(id) {
        if (!id.endsWith(`/engine/incremental/${file}.ts`)) return undefined;
        const source = readFileSync(id, 'utf8');
        if (!source.includes(guard)) throw new Error(`${file}.ts has no "${guard}"`);
        return source.replace(guard, broken);
      },
    },
  ],
  test: { include: ['test/shadow.test.ts'], testTimeout: 180_000, hookTimeout: 180_000 },
});
