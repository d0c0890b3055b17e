// node parity/run.mjs [--only TEXT] [--random COUNT] [--seed N] [--lanes N] [--verbose]: the same scenarios in the
// real client and through the bridge. --only random --random 1 --seed N repeats one made-up page.
// Installs, builds and finds a browser by itself; the exit code is 0 only without a difference.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../scripts/ensure.mjs';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/run.mjs';

process.env.TZ = 'UTC';
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    random: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
  },
});
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { compareAll } = await import('./compare-all.mjs');
const differences = await compareAll({
  executablePath,
  ...options,
  random: Number(options.random),
  seed: Number(options.seed),
  lanes: Number(options.lanes),
});
process.exit(differences === 0 ? 0 : 1);
