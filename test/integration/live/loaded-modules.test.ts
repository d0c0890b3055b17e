import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCleanup, tempDir } from '../harness.ts';
import { connectStdio } from './live-agent.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

test('a folder with only a live UI loads nothing of Lowdefy, the AI SDK or esbuild', async () => {
  const dir = tempDir(cleanup);
  const noted = join(tempDir(cleanup), 'modules.txt');
  writeFileSync(join(dir, 'tandem.yaml'), '');
  const agent = await connectStdio(cleanup, dir, {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'note-modules.mjs')}`,
    NOTED_MODULES: noted,
  });
  await agent.ask('ui_configure', { base_dir: join(dir, 'ui') });
  await agent.ask('ui_start');
  expect((await agent.ask('ui_run', { code: 'return 1 + 1' })).text).toContain('2');

  const loaded = readFileSync(noted, 'utf8').split('\n');
  const has = (pattern: RegExp) => loaded.filter((address) => pattern.test(address));
  // What it needs is noted.
  expect(has(/\/bundle\/main\.js$/)).not.toEqual([]);
  expect(has(/\/wasmoon-lua5\.1\//)).not.toEqual([]);
  expect(has(/\/node_modules\/(?:@lowdefy|ai|@ai-sdk|esbuild|knex|libsql)\//)).toEqual([]);
  expect(has(/\/(?:bundle\/(?:lowdefy\.|load-app|(?:build|page|request)-process)|stock\/)/)).toEqual([]);
});
