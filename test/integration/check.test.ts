import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyShop } from './cli/copy-shop.ts';
import { runCli } from './cli/run-cli.ts';

const OPTIONS = { env: { LOWDEFY_SECRET_MAIL_KEY: 'x' } };

function change(dir: string, file: string, find: string, put: string): void {
  const path = join(dir, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(find, put));
}

test('an app without a mistake', async () => {
  using shop = copyShop();
  const checked = await runCli(['check', '--dir', shop.path], OPTIONS);
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok {5}app: 4 pages/) });
  const quiet = await runCli(['check', '--quiet', '--dir', shop.path], OPTIONS);
  expect(quiet).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('errors, warnings and hints, for people and programs', async () => {
  using shop = copyShop();
  const dir = shop.path;
  change(dir, 'pages/orders.yaml', 'pageId: order\n', 'pageId: ordr\n');
  change(dir, 'pages/orders.yaml', 'title: Customer', 'titel: Customer');
  const people = await runCli(['check', '--dir', '.'], { ...OPTIONS, cwd: dir });
  expect(people.code).toBe(1);
  expect(people.stdout).toContain(
    'pages/orders.yaml:49:21  error  This Link opens the page "ordr", which does not exist. Did you mean "order"?  unknown-page\n    Correct the page id',
  );
  expect(people.stdout).toMatch(/pages\/orders\.yaml:32:9 {2}warning .*unused-var/);
  expect(people.stdout).toMatch(/wrong {2}app: 4 pages, in .*; 1 error, 1 warning, 1 hint\n$/);
  // Colours are for terminals.
  expect(people.stdout).not.toContain('\u001b');

  const json = await runCli(['check', '--json', '--dir', dir], OPTIONS);
  expect(json).toMatchObject({ code: 1, stderr: '' });
  const [app] = JSON.parse(json.stdout).apps;
  expect(app).toMatchObject({ name: 'app', built: { pages: 4 } });
  expect(app.findings).toContainEqual({
    file: 'pages/orders.yaml',
    line: 49,
    column: 21,
    endColumn: 25,
    severity: 'error',
    code: 'unknown-page',
    message: 'This Link opens the page "ordr", which does not exist.',
    suggestion: 'order',
    fix: 'Correct the page id, or add the page under pages: in lowdefy.yaml.',
  });

  change(dir, 'pages/orders.yaml', 'pageId: ordr\n', 'pageId: order\n');
  expect((await runCli(['build', '--dir', dir], OPTIONS)).code).toBe(0);
  const strict = await runCli(['build', '--strict', '--quiet', '--dir', dir], OPTIONS);
  expect(strict).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\S+orders\.yaml:32:9 {2}warning/),
  });
});

test('an app that cannot be built', async () => {
  using shop = copyShop();
  const dir = shop.path;
  change(dir, 'lowdefy.yaml', '_ref: pages/order.yaml', '_ref: pages/ordre.yaml');
  change(dir, 'pages/orders.yaml', 'blockId: title', 'blockId: titel');
  const { code, stdout } = await runCli(['check', '--dir', '.'], { ...OPTIONS, cwd: dir });
  expect(code).toBe(1);
  // Everything at once, and the failure is not repeated.
  expect(stdout).toMatch(/lowdefy\.yaml:51:11 {2}error {2}_ref names .* Did you mean "pages\/order\.yaml"\?/);
  expect(stdout).toMatch(/pages\/orders\.yaml:105:26 {2}error {2}This ScrollTo .*"titel"/);
  expect(stdout).not.toContain('build-failed');
  expect(stdout).toMatch(/wrong {2}app: cannot be built/);
});

test('mistakes on the command line', async () => {
  using shop = copyShop();
  const both = await runCli(['check', '--json', '--sarif', '--dir', shop.path]);
  expect(both).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('not both') });
  expect((await runCli(['check', '--strickt'])).code).toBe(2);
});

test('SARIF names the tool, its rules and the place of every finding', async () => {
  using shop = copyShop();
  change(shop.path, 'pages/orders.yaml', 'pageId: order\n', 'pageId: ordr\n');
  const { code, stdout } = await runCli(['check', '--sarif', '--dir', '.'], { ...OPTIONS, cwd: shop.path });
  expect(code).toBe(1);
  const { version, runs } = JSON.parse(stdout);
  const { driver } = runs[0].tool;
  expect({ version, name: driver.name }).toEqual({ version: '2.1.0', name: 'tandem check' });
  expect(driver.informationUri).toMatch(/^https:\/\//);
  expect(runs[0].results).not.toEqual([]);
  for (const { ruleId, ruleIndex, locations } of runs[0].results) {
    expect(driver.rules[ruleIndex].id).toBe(ruleId);
    expect(locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: expect.stringMatching(/^[\w./]+\.yaml$/) },
      region: { startLine: expect.any(Number), startColumn: expect.any(Number) },
    });
  }
});
