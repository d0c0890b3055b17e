import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { APPS } from './apps/apps.mjs';
import { makeScenario } from './random/make-scenario.mjs';

const PAGES_IN_ONE_APP = 25;

/** Where links of made-up pages lead, and from where there is a way back. */
const OTHER_PAGE = {
  id: 'other',
  type: 'Box',
  events: {
    onMount: [
      {
        id: 'count',
        type: 'SetGlobal',
        params: { visits: { _sum: [{ _if_none: [{ _global: 'visits' }, 0] }, 1] } },
      },
    ],
  },
  blocks: [
    {
      id: 'other_query',
      type: 'Paragraph',
      properties: { content: { _nunjucks: { template: 'From {{ from }}', on: { _url_query: true } } } },
    },
    {
      id: 'other_back',
      type: 'Button',
      properties: { title: 'Back' },
      events: { onClick: [{ id: 'back', type: 'Link', params: { back: true } }] },
    },
  ],
};

/** The written scenarios that these packages can run, an app each: `{ name, source, scenarios }`. */
export async function writtenBatches(only, { blockTypes }) {
  const batches = new Map();
  const folder = new URL('scenarios/', import.meta.url);
  for (const file of readdirSync(folder).sort()) {
    const { scenarios } = await import(new URL(file, folder).href);
    for (const scenario of scenarios) {
      const { app: name } = scenario;
      if (only && !`${name}: ${scenario.name}`.includes(only)) continue;
      if (scenario.needs && !blockTypes.has(scenario.needs)) continue;
      const batch = batches.get(name) ?? { name, source: APPS[name], scenarios: [] };
      batches.set(name, batch);
      batch.scenarios.push(scenario);
    }
  }
  return [...batches.values()];
}

/** Made-up pages with made-up scripts, many in one app: building an app costs more than a page. */
export function randomBatches(count, seed) {
  const made = Array.from({ length: count }, (_, i) => makeScenario(seed + i));
  const batches = [];
  for (let at = 0; at < made.length; at += PAGES_IN_ONE_APP) {
    const part = made.slice(at, at + PAGES_IN_ONE_APP);
    const app = {
      lowdefy: '4.0.0-rc.11',
      name: 'Random',
      connections: [
        {
          id: 'db',
          type: 'Knex',
          properties: { client: 'sqlite3', useNullAsDefault: true, connection: { filename: './data.db' } },
        },
      ],
      menus: [{ id: 'default', links: [] }],
      pages: [...part.map(({ config }) => config), OTHER_PAGE],
    };
    batches.push({
      name: 'random',
      // YAML holds JSON.
      source: {
        name: 'random',
        files: { 'lowdefy.yaml': JSON.stringify(app) },
        sql: fileURLToPath(new URL('random/random.sql', import.meta.url)),
      },
      scenarios: part.map(({ scenario }) => scenario),
    });
  }
  return batches;
}
