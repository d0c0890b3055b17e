// npm run fuzz: generated input at every edge, with another seed each time.
//   --cases N  how many per edge (default 100,000)
//   --seed N   repeat a run
//   --edge E   only test/fuzz/E.test.ts
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { bin, root, run } from './run.mjs';

const options = { cases: { type: 'string' }, seed: { type: 'string' }, edge: { type: 'string' } };
const { values } = parseArgs({ options });
const seed = values.seed ?? String(Date.now() % 1_000_000_000);
const cases = values.cases ?? '100000';

await ensureInstalled();
await ensureBuilt();
console.log(`${cases} cases per edge, seed ${seed}`);
const files = join('test', 'fuzz', values.edge ? `${values.edge}.test.ts` : '');
// Long runs have no limit of time as a whole; each case has one.
const args = ['run', '--project', 'fuzz', '--testTimeout=0', files];
const env = { ...process.env, TANDEM_FUZZ_SEED: seed, TANDEM_FUZZ_CASES: cases };
const code = await run(bin('vitest'), args, { cwd: root, env });
console.log(`To repeat: npm run fuzz -- --seed ${seed} --cases ${cases}`);
process.exit(code);
