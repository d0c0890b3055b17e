// node parity/interleavings.mjs [--count 100] [--seed 1] [--verbose]: an agent over MCP and a person on the page act in one session at
// the same time, as made up from a seed. At the end page, engine, markdown, database and history must agree, with
// nothing lost or doubled, and nothing done by a paused agent. The exit code is 0 only if all do.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../scripts/ensure.mjs';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/run.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { interleave } = await import('./interleave/interleave.mjs');
const seeds = Array.from({ length: Number(options.count) }, (_, index) => Number(options.seed) + index);
process.exit((await interleave({ executablePath, seeds, verbose: options.verbose })) === 0 ? 0 : 1);
