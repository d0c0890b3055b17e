import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import type { PackageFinder } from './find-packages.ts';
import { loadThemeTokens } from './theme-tokens.ts';

const dir = mkdtempSync(join(tmpdir(), 'tandem-theme-'));
afterAll(() => rmSync(dir, { recursive: true }));

const blocks = join(dir, 'node_modules/@lowdefy/blocks-antd');
const antd = {
  algorithm: ['compact', 'dark'],
  token: { colorPrimary: 'red', fontSize: 14 },
  lightToken: { colorPrimary: 'pink' },
  darkToken: { colorPrimary: 'maroon' },
};
const log = createLogger('silent');
const load = (folder: string | undefined) =>
  loadThemeTokens({ dir, folderOf: () => folder } as unknown as PackageFinder, log);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

test('without the block library, the tokens are those that the app sets', () => {
  const tokens = load(undefined);
  expect(tokens(antd, false)).toEqual({ colorPrimary: 'pink', fontSize: 14 });
  expect(tokens(antd, true)).toEqual({ colorPrimary: 'maroon', fontSize: 14 });
  expect(tokens(undefined, true)).toEqual({});
});

test("the app's block library derives the others, dark ones only in a dark session", () => {
  write('node_modules/@lowdefy/blocks-antd/package.json', '{}');
  write(
    'node_modules/antd/lib/theme/getDesignToken.js',
    'exports.default = (theme) => ({ ...theme.token, made: theme.algorithm });',
  );
  for (const name of ['default', 'dark', 'compact'])
    write(`node_modules/antd/lib/theme/themes/${name}/index.js`, `exports.default = '${name}';`);
  const tokens = load(blocks);
  expect(tokens(antd, false)).toEqual({ colorPrimary: 'pink', fontSize: 14, made: ['compact'] });
  expect(tokens(antd, true)).toEqual({ colorPrimary: 'maroon', fontSize: 14, made: ['compact', 'dark'] });
  expect(tokens(undefined, false)).toEqual({ made: ['default'] });
});
