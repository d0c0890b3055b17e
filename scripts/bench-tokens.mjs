// npm run bench:tokens: what jobs cost an agent, in calls and in tokens of four characters; the same on every machine.
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

/** Measured once, on the same kind of page: 30 inputs, 50 rows; open, fill 10, submit, read. */
const PEERS = [
  { job: 'Playwright MCP, frugal (scoped snapshots)', calls: 5, read: 1022 },
  { job: 'Playwright MCP, default', calls: 5, read: 7625 },
  { job: 'Chrome DevTools MCP', calls: 5, read: 5563 },
];

await ensureInstalled();
await ensureBuilt();
const { JOBS, runJob } = await import('../test/tokens/jobs.mjs');
const rows = [];
for (const job of JOBS) {
  const { calls, read, written } = await runJob(job);
  rows.push({ job: `Tandem, ${job.about} (${job.name})`, calls: calls.length, read, written });
}
const widest = Math.max(...[...rows, ...PEERS].map(({ job }) => job.length));
print('', 'calls', 'tokens read', 'written');
for (const { job, calls, read, written } of [...rows, ...PEERS]) print(job, calls, read, written ?? '');

function print(job, calls, read, written) {
  const cells = [calls, read, written].map((cell) => cell.toLocaleString('en-US').padStart(12));
  console.log(`${job.padEnd(widest)}${cells.join('')}`);
}
