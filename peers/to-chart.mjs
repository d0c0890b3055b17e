import { JOBS } from './jobs.mjs';

const WIDTH = 760;
const LABELS = 230;
const BAR = 20;
const STEP = 26;
const HEAD = 44;

/** Tokens read, as bars: one group for each job, all on the same scale. */
export function toChart(measured) {
  const most = Math.max(...measured.map(({ read }) => read));
  const perJob = measured.length / JOBS.length;
  const groupHeight = HEAD + perJob * STEP;
  const groups = JOBS.map(({ name, about }, index) => {
    const top = index * groupHeight;
    const bars = measured
      .filter(({ job }) => job.name === name)
      .map((one, row) => toBar(one, top + HEAD + row * STEP, most));
    return `<text class="job" x="4" y="${top + 28}">${about[0].toUpperCase()}${about.slice(1)}</text>${bars.join('')}`;
  });
  const height = JOBS.length * groupHeight + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Tokens that an agent reads, by job and server">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1a2029 }
  .job { font-weight: 600 }
  .ours { fill: #6d4bd8 }
  .theirs { fill: #8b94a1 }
  @media (prefers-color-scheme: dark) { text { fill: #e6eaf0 } .ours { fill: #b9a3ff } .theirs { fill: #6f7b8c } }
</style>
${groups.join('\n')}
</svg>
`;
}

function toBar({ name, read, calls }, y, most) {
  const width = Math.max(2, Math.round((read / most) * (WIDTH - LABELS - 170)));
  const kind = name.startsWith('Tandem') ? 'ours' : 'theirs';
  const label = name.replaceAll('`', '');
  return `<text x="${LABELS - 8}" y="${y + 15}" text-anchor="end">${label}</text><rect class="${kind}" x="${LABELS}" y="${y}" width="${width}" height="${BAR}" rx="3"/><text x="${LABELS + width + 8}" y="${y + 15}">${Math.ceil(read).toLocaleString('en-US')} tokens, ${calls} calls</text>`;
}
