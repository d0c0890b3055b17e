// node parity/run.mjs [--only TEXT] [--random COUNT] [--seed N] [--lanes N] [--verbose]
// [--packages FOLDER]: the same scenarios in the real client and through the bridge, on the Lowdefy of rc.11 or on the
// one in a node_modules folder. --only random --random 1 --seed N repeats one made-up page.
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
    lanes: { type: 'string', default: '3' },
    packages: { type: 'string' },
  },
});
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { compareAll } = await import('./compare-all.mjs');
const { ownPackages, readPackages } = await import('./packages/read-packages.mjs');
const differences = await compareAll({
  executablePath,
  ...options,
  packages: options.packages === undefined ? ownPackages() : readPackages(options.packages),
  random: Number(options.random),
  seed: Number(options.seed),
  lanes: Number(options.lanes),
});
process.exit(differences === 0 ? 0 : 1);
