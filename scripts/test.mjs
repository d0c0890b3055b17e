// npm test: everything, from a bare clone. Installs, builds and finds a browser by itself.
// TANDEM_TEST_LOWDEFY=FOLDER npm test: the tests of the lowdefy area on the Lowdefy packages of FOLDER, and nothing else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { bin, root, run } from './run.mjs';

await ensureInstalled();
await ensureBuilt();
if (process.env.TANDEM_TEST_LOWDEFY)
  process.exit(await run(bin('vitest'), ['run', '--project', 'integration', 'integration/lowdefy-']));
await ensureInstalled(join(root, 'test', 'conformance'));
const env = { ...process.env, TANDEM_BROWSER: await ensureBrowser() };
const reports = mkdtempSync(join(tmpdir(), 'tandem-test-'));
let passed = 0;
/** What failed, by name: repeated at the end, because that is the part of a long log that is kept and read. */
const failures = [];

console.log('\n== check');
const checked = await run(process.execPath, [join(root, 'scripts', 'check.mjs')], { env });
count(checked === 0 ? 1 : 0, checked === 0 ? [] : ['npm run check']);

for (const project of ['unit', 'integration', 'conformance']) {
  console.log(`\n== ${project}`);
  const report = join(reports, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const code = await run(bin('vitest'), args, { env });
  const { numPassedTests, testResults } = read(report);
  count(numPassedTests ?? 0, orExit(failedTests(testResults ?? []), project, code));
}

console.log('\n== e2e');
const report = join(reports, 'e2e.json');
const code = await run(bin('playwright'), ['test', '--reporter=list,json'], {
  env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
});
const { stats, suites } = read(report);
count(stats?.expected ?? 0, orExit((suites ?? []).flatMap(failedSpecs), 'e2e', code));

rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function count(more, failed) {
  passed += more;
  failures.push(...failed);
}

/** A run that ended badly without a failed test (an error outside of any, a crash) counts as one failure. */
function orExit(failed, name, exitCode) {
  return failed.length === 0 && exitCode !== 0 ? [`${name} ended with code ${exitCode}`] : failed;
}

/** Files whose tests could not even be collected have no test that failed: they are named themselves. */
function failedTests(files) {
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    const path = relative(root, file.name);
    if (failed.length === 0) return file.status === 'failed' ? [path] : [];
    return failed.map(
      (test) => `${path} > ${test.fullName}: ${test.failureMessages[0]?.split('\n')[0] ?? ''}`,
    );
  });
}

function failedSpecs(suite) {
  const failed = (suite.specs ?? []).filter((spec) =>
    spec.tests.some((test) => !['expected', 'skipped'].includes(test.status)),
  );
  return [
    ...failed.map((spec) => `${spec.file}:${spec.line} > ${spec.title}`),
    ...(suite.suites ?? []).flatMap(failedSpecs),
  ];
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
