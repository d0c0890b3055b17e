import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { actionCases } from '../coverage/action-cases.ts';
import { BLOCKS } from '../coverage/block-cases.ts';
import { CLIENT_OPERATORS, SERVER_OPERATORS } from '../coverage/operator-cases.ts';
import { connectionCases, REQUESTS } from '../coverage/request-cases.ts';
import { type Row, runCoverage } from '../coverage/run-coverage.ts';
import { writeCoverage } from '../coverage/write-coverage.ts';
import { createCleanup } from './harness.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const DOCUMENT = fileURLToPath(new URL('../../docs/reference/coverage.md', import.meta.url));
const RECORDED = fileURLToPath(new URL('../coverage/outside-services.json', import.meta.url));
const BUILD = new URL('../../node_modules/@lowdefy/build/', import.meta.url);

type Types = Record<string, { package: string }>;
interface TypesMap {
  actions: Types;
  blocks: Types;
  connections: Types;
  requests: Types;
  operators: { client: Types; server: Types };
}

async function shippedTypes(): Promise<TypesMap> {
  // What the build takes a configuration's types from.
  return (await import(new URL('dist/defaultTypesMap.js', BUILD).href)).default as TypesMap;
}

/** Packages of outside services are not ours; what a run with them gave is on record, and this one that they are missed. */
function withRecorded(rows: Row[]): Row[] {
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, Row>;
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

const sorted = (record: object) => Object.keys(record).sort();

test('there is a case for everything that Lowdefy ships', async () => {
  const types = await shippedTypes();
  expect(sorted(CLIENT_OPERATORS)).toEqual(sorted(types.operators.client));
  expect(sorted(SERVER_OPERATORS)).toEqual(sorted(types.operators.server));
  expect(sorted(actionCases(''))).toEqual(sorted(types.actions));
  expect(sorted(BLOCKS)).toEqual(sorted(types.blocks));
  expect(sorted(REQUESTS)).toEqual(sorted(types.requests));
  expect(sorted(connectionCases('', 'http://a:1'))).toEqual(sorted(types.connections));
});

test('docs/reference/coverage.md is what a run gives', async () => {
  const types = await shippedTypes();
  const packages = new Map(
    [
      ['operator, client', types.operators.client] as const,
      ['operator, server', types.operators.server] as const,
      ['action', types.actions] as const,
      ['block', types.blocks] as const,
      ['request', types.requests] as const,
    ].flatMap(([kind, all]) =>
      Object.entries(all).map(
        ([type, use]) => [`${kind} ${type}`, use.package.replace('@lowdefy/', '')] as const,
      ),
    ),
  );
  const { version } = JSON.parse(readFileSync(new URL('package.json', BUILD), 'utf8')) as { version: string };
  const rows = await runCoverage(cleanup);
  if (process.env.COVERAGE_PACKAGES) {
    const outside = rows.filter((row) => row.kind === 'request' && !/Knex|Axios/.test(row.type));
    writeFileSync(
      RECORDED,
      `${JSON.stringify(Object.fromEntries(outside.map((row) => [row.type, row])), null, 2)}\n`,
    );
    return;
  }
  const text = writeCoverage(version, withRecorded(rows), packages);
  if (process.env.UPDATE_COVERAGE) writeFileSync(DOCUMENT, text);
  expect(readFileSync(DOCUMENT, 'utf8'), 'stale: run node scripts/make-coverage.mjs').toBe(text);
}, 180_000);
