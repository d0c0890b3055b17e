import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const record = recordAttacks('Big responses');

const rows = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i, printf('%.1000c', 'x') as text from n`;
const APP = `lowdefy: 4.0.0-rc.11
connections:
  - { id: db, type: Knex, properties: { client: better-sqlite3, connection: { filename: ':memory:' }, useNullAsDefault: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: big, type: KnexRaw, connectionId: db, properties: { query: "${rows(3000)}" } }
      - { id: small, type: KnexRaw, connectionId: db, properties: { query: "${rows(30)}" } }
    blocks:
      - { id: get_big, type: Button, events: { onClick: [{ id: go, type: Request, params: big }] } }
      - { id: get_small, type: Button, events: { onClick: [{ id: go, type: Request, params: small }] } }
`;

test('a response over the limit is refused with request, size and limit, and reaches no session', async () => {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lowdefy.yaml'), APP);
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { limits: { maxResponseMb: 1 } }\n');
  const user = await connect(cleanup, dir);
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await user.call('navigate', { sessionId, pageId: 'home' });
  const click = async (blockId: string) => {
    const actions = [{ type: 'triggerEvent', blockId, event: 'onClick' }];
    return (await user.call('interact', { sessionId, actions })).log()[0];
  };
  const refused = await click('get_big');
  expect(refused).toMatchObject({
    success: false,
    error: expect.stringMatching(
      /Request "big" on page "home" .* failed: [Ii]ts response has about \d MB, and mcp\.limits\.maxResponseMb is 1\. Request fewer rows or columns, or raise the limit\./,
    ),
  });
  record('make a request answer with 3 MB where 1 MB is allowed', 'interact', refused?.error ?? '');
  expect(await click('get_small')).toMatchObject({ success: true });
  const folder = join(dir, '.lowdefy/sessions/local', sessionId);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).size).toBeLessThan(200_000);
});
