import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { recordAttacks } from '../../attacks/record-attacks.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { startLive } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);
const record = recordAttacks('Lua and the host');

test('a hook of version control', async () => {
  const { agent, base, start } = await startLive(cleanup, 'stdio', { files: { '.git/hooks/x.sample': '' } });
  await start();
  const [file, why] = (await agent.run(
    'local f, why = io.open(".git/hooks/post-commit", "w") return { f == nil, why }',
  )) as [boolean, string];
  expect(file).toBe(true);
  expect(existsSync(join(base, '.git/hooks/post-commit'))).toBe(false);
  record('write a hook of Git', 'ui_run', why);
});

test('a folder outside what is served', async () => {
  const { agent } = await startLive(cleanup, 'http');
  const outside = tempDir(cleanup);
  const { text, isError } = await agent.call('ui_configure', { base_dir: join(outside, 'ui') });
  expect(isError).toBe(true);
  expect(existsSync(join(outside, 'ui'))).toBe(false);
  record('work in a folder outside the served one', 'ui_configure over HTTP', text);
});
