// node parity/session-scenarios.mjs [--only TEXT] [--verbose]: all written scenarios in the stock client, and done by a person
// on the page of a session of a real server; compared after every step. The exit code is 0 only without a difference.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../scripts/ensure.mjs';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/run.mjs';

process.env.TZ = 'UTC';
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { compareSessions } = await import('./compare-sessions.mjs');
process.exit((await compareSessions({ executablePath, ...options })) === 0 ? 0 : 1);
