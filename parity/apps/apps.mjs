import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The apps that scenarios run on: where they are, and what makes their database. The fixture has pauses of an
 * hour in it, to show that the bridge does not wait for them; here they are taken out.
 */
export const APPS = {
  agents: { dir: at('agents') },
  shared: { dir: at('shared'), sql: at('shared/seed.sql') },
  first: { dir: at('first'), sql: at('first/seed.sql') },
  forms: { dir: at('forms') },
  components: { dir: at('../../test/integration/lowdefy/components') },
  // The plugin there stands for the real blocks.
  five: {
    dir: at('../../test/integration/lowdefy/lowdefy-5'),
    replace: ['plugins:\n  - { name: lowdefy-5-blocks }\n', ''],
  },
  fixture: {
    dir: at('../../test/integration/lowdefy/app'),
    sql: at('fixture.sql'),
    replace: [/debounce:\s+ms: 3600000\s+/g, ''],
  },
  invoices: {
    dir: at('../../examples/invoices'),
    script: at('../../examples/invoices/seed.mjs'),
    database: 'data/invoices.db',
  },
};
