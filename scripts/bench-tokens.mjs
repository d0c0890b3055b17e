// npm run bench:tokens: what jobs cost an agent, in calls and in tokens of four characters; the same on every machine.
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

await ensureInstalled();
await ensureBuilt();
const { JOBS, runJob } = await import('../test/tokens/jobs.mjs');
const rows = [];
for (const job of JOBS) {
  const { calls, read, written } = await runJob(job);
  rows.push({ job: `Tandem, ${job.about} (${job.name})`, calls: calls.length, read, written });
}
const widest = Math.max(...rows.map(({ job }) => job.length));
print('', 'calls', 'tokens read', 'written');
for (const { job, calls, read, written } of rows) print(job, calls, read, written ?? '');

function print(job, calls, read, written) {
  const cells = [calls, read, written].map((cell) => cell.toLocaleString('en-US').padStart(12));
  console.log(`${job.padEnd(widest)}${cells.join('')}`);
}
