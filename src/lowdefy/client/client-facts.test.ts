import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { PackageFinder } from '../app/find-packages.ts';
import type { BuildTypes } from '../build/build-types.ts';
import { bundleApp } from './bundle-app.ts';
import { toClientFacts } from './client-facts.ts';

const DIAL = fileURLToPath(new URL('../../../test/fixtures/plugins/dial', import.meta.url));
const use = (name: string, of = 'dial-plugin') => ({ package: of, name, version: '1.0.0' });
const types = {
  blocks: { MyDial: use('Dial'), Button: use('Button', '@lowdefy/blocks-antd') },
  clientOperators: { _twice: use('_twice') },
} as unknown as BuildTypes;
const finder = { version: '4.0.0-rc.11', isOwn: false, folderOf: () => DIAL } as unknown as PackageFinder;

test('plugins of an app are bundled under the app’s names for their types, without what the client has', async () => {
  const facts = toClientFacts(types, '/build', finder);
  expect(facts.modules).toBeUndefined();
  expect(facts.plugins).toMatchObject([
    { name: 'dial-plugin', blockTypes: { MyDial: 'Dial' }, operatorTypes: { _twice: '_twice' } },
  ]);
  const js = (await bundleApp(facts)) ?? '';
  expect(js).toContain('MyDial');
  expect(js).toContain('.dial{border-radius:50%}');
  expect(js).toContain('tandem.client-modules');
  expect(js.length).toBeLessThan(5000);
});

test.each([
  ['/app/.lowdefy/server/node_modules/@lowdefy/engine'],
  ['/app/.lowdefy/server/node_modules/.pnpm/@lowdefy+engine@5.3.0/node_modules/@lowdefy/engine'],
])('the app’s own packages are in the folder around %s', (folder) => {
  const own = { version: '5.3.0', isOwn: true, folderOf: () => folder } as unknown as PackageFinder;
  const none = { blocks: {}, clientOperators: {} } as unknown as BuildTypes;
  expect(toClientFacts(none, '/build', own)).toMatchObject({
    build: '/build',
    modules: '/app/.lowdefy/server/node_modules',
  });
});
