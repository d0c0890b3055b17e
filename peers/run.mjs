// npm run bench:peers [-- --rounds N] [--write]: the same three jobs by agents with a browser (Playwright MCP, Chrome DevTools
// MCP, on the app's real client) and with Tandem: calls, tokens, time and memory. All know beforehand what to do, so nobody
// looks around. --write puts the table and the chart into docs/.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../scripts/ensure.mjs';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/run.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureInstalled(join(root, 'peers'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { comparePeers } = await import('./compare-peers.mjs');
const { toTables, writeDocuments } = await import('./report.mjs');
const measured = await comparePeers({ executablePath, rounds: Number(values.rounds), only: values.only });
console.log(toTables(measured));
if (values.write) writeDocuments(measured);
process.exit(0);
