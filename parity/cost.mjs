// node parity/cost.mjs [--rounds N]: the same task by an agent with a browser (Playwright MCP on the real client) and by
// one with Tandem: how many calls, how much to read, how long. Both know beforehand what to do, so nobody looks around.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../scripts/ensure.mjs';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/run.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { compareCost } = await import('./cost/compare-cost.mjs');
await compareCost({ executablePath, rounds: Number(values.rounds) });
process.exit(0);
