import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { createRandom } from '../random.mjs';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { type RandomForm, randomForm } from './named/random-form.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

/** In batches, so that none takes long on a busy machine. `TANDEM_FORMS=200` tries more. */
const FORMS = 30;
const BATCHES = Math.ceil(Number(process.env.TANDEM_FORMS ?? 60) / FORMS);
const SEEDS = Array.from({ length: BATCHES }, (_, i) => 17 + i);

interface Left {
  state: unknown;
  page: unknown;
  rows: unknown[];
  messages: string[];
}

test.each(SEEDS)(
  `${FORMS} random forms: the tool leaves the same as navigate and interact (%i)`,
  async (seed) => {
    const random = createRandom(seed);
    const forms = Array.from({ length: FORMS }, (_, n) => randomForm(`form_${n}`, random));
    const dir = tempDir(cleanup);
    const config = {
      lowdefy: '4.0.0-rc.11',
      connections: [
        {
          id: 'db',
          type: 'Knex',
          properties: { client: 'sqlite3', useNullAsDefault: true, connection: { filename: './data.db' } },
        },
      ],
      pages: [...forms.map(({ page }) => page), { id: 'done', type: 'Box' }],
    };
    // JSON is YAML.
    writeFileSync(join(dir, 'lowdefy.yaml'), JSON.stringify(config));
    writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { expose: forms, limits: { maxSessionsPerUser: 1000 } }\n');
    const db = new Database(join(dir, 'data.db'));
    cleanup.add(() => db.close());
    db.exec('create table entries (id integer primary key, data text)');
    const user = await connect(cleanup, dir);
    const taken = (): unknown[] => {
      const rows = db.prepare('select data from entries order by id').all() as { data: string }[];
      db.exec('delete from entries');
      return rows.map(({ data }) => JSON.parse(data) as unknown);
    };

    for (const [n, form] of forms.entries()) {
      const name = `form_${n}`;
      const byTool = await callTool(user, name, form, taken);
      if (form.wrong !== undefined) {
        expect(byTool.rows, name).toEqual([]);
        continue;
      }
      const byHand = await actByHand(user, name, form, taken);
      expect(byTool, JSON.stringify(form, null, 1)).toEqual(byHand);
      expect(byTool.rows).toHaveLength(1);
    }
  },
);

async function openSession(user: McpUser): Promise<string> {
  const { structured } = await user.call('session_create', { name: 'random' });
  return (structured as { sessionId: string }).sessionId;
}

async function stateOf(user: McpUser, sessionId: string): Promise<Pick<Left, 'state' | 'page'>> {
  const { texts } = await user.call('get_state', { sessionId });
  const { state, pageId } = JSON.parse(texts[0] ?? '') as { state: unknown; pageId: unknown };
  return { state, page: pageId };
}

async function callTool(
  user: McpUser,
  name: string,
  form: RandomForm,
  taken: () => unknown[],
): Promise<Left> {
  const sessionId = await openSession(user);
  const { structured, texts } = await user.call(name, { ...form.args, sessionId });
  const {
    ok,
    errors,
    messages = [],
  } = (structured ?? {}) as {
    ok?: boolean;
    errors?: Record<string, string[]>;
    messages?: string[];
  };
  const shown = `${texts.join('\n')}\n${JSON.stringify(form, null, 1)}`;
  expect(ok, shown).toBe(form.wrong === undefined);
  if (form.wrong !== undefined) expect(Object.keys(errors ?? {}), shown).toEqual([form.wrong]);
  return { ...(await stateOf(user, sessionId)), rows: taken(), messages };
}

async function actByHand(
  user: McpUser,
  name: string,
  form: RandomForm,
  taken: () => unknown[],
): Promise<Left> {
  const sessionId = await openSession(user);
  await user.call('navigate', { sessionId, pageId: name, view: 'none' });
  const acted = await user.call('interact', { sessionId, actions: form.actions, view: 'none' });
  const log = acted.log();
  expect(
    log.every((item) => item.success !== false),
    acted.texts.join('\n'),
  ).toBe(true);
  const messages = log.flatMap((item) => item.messages ?? []);
  return { ...(await stateOf(user, sessionId)), rows: taken(), messages };
}
