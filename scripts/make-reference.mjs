// node scripts/make-reference.mjs: writes docs/reference and tandem.schema.json from the source (test/reference has the how).
import { ensureInstalled } from './ensure.mjs';
import { bin, run } from './run.mjs';

await ensureInstalled();
const env = { ...process.env, UPDATE_GOLDEN: '1' };
process.exit(await run(bin('vitest'), ['run', '--project', 'unit', 'test/reference.test.ts'], { env }));
