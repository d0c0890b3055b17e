import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { coverageCases } from '../coverage/coverage-cases.ts';
import { coveredLowdefy, type ShippedTypes } from '../coverage/covered-lowdefy.ts';
import { type Row, runCoverage } from '../coverage/run-coverage.ts';
import { type CoverageRun, writeCoverage } from '../coverage/write-coverage.ts';
import { createCleanup } from './harness.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const DOCUMENT = fileURLToPath(new URL('../../docs/reference/coverage.md', import.meta.url));
const OUTSIDE = fileURLToPath(new URL('../coverage/outside-services.json', import.meta.url));
const RECORDED = new URL('../coverage/recorded/', import.meta.url);

/** A run with packages that are not in the tree. */
interface Recorded extends CoverageRun {
  /** By kind and type. */
  packages: Record<string, string>;
}

/**
 * Packages of external services are not in the tree; the result of a run with them is recorded, and this run reports
 * them as missing.
 */
function withRecorded(rows: Row[]): Row[] {
  const recorded = JSON.parse(readFileSync(OUTSIDE, 'utf8')) as Record<string, Row>;
  return rows.map((row) => {
    const known = recorded[row.type];
    if (row.kind !== 'request' || !known) return row;
    expect(row).toMatchObject({
      outcome: 'cannot',
      why: expect.stringMatching(/is not installed\. Run "npm install/),
    });
    const why = [known.why, 'the app must have the package'].filter((text) => text !== '').join('; ');
    return { ...known, why };
  });
}

function packagesOf(types: ShippedTypes): Record<string, string> {
  const kinds = {
    'operator, client': types.operators.client,
    'operator, server': types.operators.server,
    action: types.actions,
    block: types.blocks,
    request: types.requests,
  };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, all]) =>
      Object.entries(all).map(([type, use]) => [`${kind} ${type}`, use.package.replace('@lowdefy/', '')]),
    ),
  );
}

function recordedRuns(): Recorded[] {
  return readdirSync(RECORDED)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, RECORDED), 'utf8')) as Recorded);
}

test('there is a case for everything that Lowdefy ships', async () => {
  const { types } = await coveredLowdefy();
  const cases = coverageCases(types, '', 'http://a:1');
  const missing = (all: object, ...covered: object[]) =>
    Object.keys(all).filter((type) => !covered.some((some) => type in some));
  expect(missing(types.operators.client, cases.clientOperators)).toEqual([]);
  expect(missing(types.operators.server, cases.serverOperators, cases.endpointOperators)).toEqual([]);
  expect(missing(types.actions, cases.actions)).toEqual([]);
  expect(missing(types.blocks, cases.blocks)).toEqual([]);
  expect(missing(types.requests, cases.requests)).toEqual([]);
  expect(missing(types.connections, cases.connections)).toEqual([]);
});

test('docs/reference/coverage.md matches a run', async () => {
  const lowdefy = await coveredLowdefy();
  const { version } = lowdefy;
  const rows = await runCoverage(cleanup, lowdefy);
  if (lowdefy.modules !== undefined) {
    const recorded: Recorded = { version, packages: packagesOf(lowdefy.types), rows };
    const text = `${JSON.stringify(recorded, null, 1)}\n`;
    const file = new URL(`${version}.json`, RECORDED);
    if (process.env.UPDATE_COVERAGE) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
    return;
  }
  if (process.env.COVERAGE_PACKAGES) {
    const outside = rows.filter((row) => row.kind === 'request' && !/Knex|Axios/.test(row.type));
    writeFileSync(
      OUTSIDE,
      `${JSON.stringify(Object.fromEntries(outside.map((row) => [row.type, row])), null, 2)}\n`,
    );
    return;
  }
  const others = recordedRuns();
  const packages = new Map(
    [packagesOf(lowdefy.types), ...others.map((run) => run.packages)].flatMap((one) => Object.entries(one)),
  );
  const text = writeCoverage([{ version, rows: withRecorded(rows) }, ...others], packages);
  if (process.env.UPDATE_COVERAGE) writeFileSync(DOCUMENT, text);
  expect(readFileSync(DOCUMENT, 'utf8'), 'stale: run node scripts/make-coverage.mjs').toBe(text);
}, 300_000);
