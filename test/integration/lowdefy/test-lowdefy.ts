import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Packages that tests run on instead of those of the tree. */
export interface TestLowdefy {
  /** The `node_modules`. */
  modules: string;
  version: string;
}

/** Those that TANDEM_TEST_LOWDEFY names: a `node_modules`, or the folder around one, such as `.lowdefy/server` of an app. */
export function testLowdefy(): TestLowdefy | undefined {
  const { TANDEM_TEST_LOWDEFY: given } = process.env;
  if (!given) return undefined;
  const modules = [resolve(given), resolve(given, 'node_modules')].find((folder) =>
    existsSync(join(folder, '@lowdefy/build/package.json')),
  );
  if (!modules) throw new Error(`TANDEM_TEST_LOWDEFY: there is no @lowdefy/build in ${given}`);
  const { version } = JSON.parse(readFileSync(join(modules, '@lowdefy/build/package.json'), 'utf8'));
  return { modules, version };
}

/** The generation whose behaviour is expected of apps that ask for no version. */
export function testGeneration(): '4.0' | '4.5' | '5' {
  const [major, minor] = (testLowdefy()?.version ?? '4.0').split('.').map(Number);
  return major === 5 ? '5' : (minor ?? 0) >= 5 ? '4.5' : '4.0';
}

/** The title of a notification of the fixture app, which has a `message`; since 5 that is ignored. */
export const NOTIFIED = testGeneration() === '5' ? 'notification' : 'Notified';

/** Links an app, or each app of a folder, to the tested packages; apps with their own packages keep them. */
export function linkLowdefy(dir: string): void {
  const lowdefy = testLowdefy();
  if (!lowdefy) return;
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const folder of [dir, ...folders.map(({ name }) => join(dir, name))]) {
    const main = ['lowdefy.yaml', 'lowdefy.yml'].map((name) => join(folder, name)).find(existsSync);
    const server = join(folder, '.lowdefy/server');
    if (!main || existsSync(join(server, 'node_modules'))) continue;
    mkdirSync(server, { recursive: true });
    symlinkSync(lowdefy.modules, join(server, 'node_modules'));
    // Bundled once for all tests.
    const client = join(lowdefy.modules, '.cache/tandem-client');
    mkdirSync(client, { recursive: true });
    symlinkSync(client, join(folder, '.lowdefy/client'));
    const asked = readFileSync(main, 'utf8').replace(
      /^(\s*["']?lowdefy["']?: *["']?)4\.0\.0-rc\.11/m,
      `$1${lowdefy.version}`,
    );
    // The build of 4.5 requires a version for every plugin.
    const unversioned = /(\{ name: "?[@\w/-]+-plugin"?)(?=(, typePrefix: \w+)? \})/g;
    writeFileSync(main, asked.replace(unversioned, "$1, version: 'workspace:*'"));
  }
}
