import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JOBS } from './jobs.mjs';
import { toChart } from './to-chart.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PAGE = at('../docs/reference/peers.md');
const CHART = at('../docs/images/peers.svg');
const TABLES = /(<!-- bench: peers -->\n)[\s\S]*(<!-- end -->)/;

const count = (value) => Math.ceil(value).toLocaleString('en-US');

/** The medians, a table for each job. */
export function toTables(measured) {
  return JOBS.map(({ name, about }) => {
    const rows = measured
      .filter(({ job }) => job.name === name)
      .map(
        ({ name: agent, calls, read, written, ms, mb }) =>
          `| ${agent} | ${calls} | ${count(read)} | ${count(written)} | ${(ms / 1000).toFixed(2)} s | ${count(mb)} MB |`,
      );
    return `### ${about[0].toUpperCase()}${about.slice(1)}

| | calls | tokens read | tokens written | time | memory |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
  }).join('\n');
}

/** What the list of tools costs, before anything is done. */
function toToolTable(measured) {
  const rows = new Map(measured.map(({ name, toolTokens }) => [name.replace(/,.*/, ''), count(toolTokens)]));
  return `### The list of tools, read once per conversation

| | tokens |
|---|---|
${[...rows].map(([name, tokens]) => `| ${name} | ${tokens} |`).join('\n')}
`;
}

export function writeDocuments(measured) {
  const tables = `${toTables(measured)}\n${toToolTable(measured)}\n`;
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(TABLES, (_, start, end) => `${start}\n${tables}${end}`),
  );
  writeFileSync(CHART, toChart(measured));
}
