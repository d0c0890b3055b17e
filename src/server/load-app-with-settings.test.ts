import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILES, makeApp, recordLog } from '../../test/fixtures/contacts-app.ts';
import { loadAppWithSettings } from './load-app-with-settings.ts';
import { loadConfig, readConfig } from './load-config.ts';

/** Two apps in one folder, with what the folder says and what the first app says. */
function makeFolder(root: string, own: string): string {
  const inside = (name: string) =>
    Object.fromEntries(Object.entries(FILES).map(([file, text]) => [`${name}/${file}`, text]));
  return makeApp({ ...inside('one'), ...inside('two'), 'tandem.yaml': root, 'one/tandem.yaml': own });
}

async function loadFirst(root: string, own: string) {
  const dir = makeFolder(root, own);
  const config = await loadConfig(dir, {});
  const app = await loadAppWithSettings(join(dir, 'one'), {
    dir,
    config,
    readConfig,
    env: {},
    log: recordLog(),
  });
  await app.close();
  return app.settings;
}

test('what the folder forbids holds for every app in it, whatever the app says', async () => {
  const settings = await loadFirst(
    'mcp: { readOnly: true }\n',
    'mcp: { readOnly: false, exclude: [about] }\n',
  );
  expect(settings).toMatchObject({ readOnly: true, exclude: ['about'] });
});

test('an app of several can forbid more than the folder', async () => {
  expect(await loadFirst('mcp: {}\n', 'mcp: { readOnly: true }\n')).toMatchObject({ readOnly: true });
});

test('an app that is switched off is not served', async () => {
  await expect(loadFirst('mcp: {}\n', 'mcp: { enabled: false }\n')).rejects.toThrow(
    'not available to agents',
  );
});

test.each([
  ['exclude', 'exclude: [about]'],
  ['expose', 'expose: forms'],
  ['tools.save', 'tools: { save: { enabled: false } }'],
])('what is about one app is refused for a whole folder, not forgotten: %s', async (key, setting) => {
  await expect(loadFirst(`mcp: { ${setting} }\n`, 'mcp: {}\n')).rejects.toThrow(
    `mcp.${key} is about one app; with several apps, put it in the tandem.yaml of each.`,
  );
});
