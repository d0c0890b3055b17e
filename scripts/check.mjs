// npm run check: everything that can be said without running the product.
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { bin, run } from './run.mjs';

await ensureInstalled();
await ensureBuilt();
const checks = [
  ['types', 'tsc', ['-p', '.']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ['package', 'publint', ['--strict']],
];
let failed = 0;
for (const [name, command, args] of checks) {
  const code = await run(bin(command), args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
