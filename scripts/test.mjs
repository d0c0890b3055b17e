// npm test: everything, from a bare clone. Installs, builds and finds a browser by itself.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { bin, root, run } from './run.mjs';

await ensureInstalled();
await ensureInstalled(join(root, 'test', 'conformance'));
await ensureBuilt();
const env = { ...process.env, TANDEM_BROWSER: await ensureBrowser() };
const reports = mkdtempSync(join(tmpdir(), 'tandem-test-'));
const total = { passed: 0, failed: 0 };

console.log('\n== check');
const checked = await run(process.execPath, [join(root, 'scripts', 'check.mjs')], { env });
count(checked === 0 ? 1 : 0, checked === 0 ? 0 : 1);

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
  const { numPassedTests, numFailedTests } = read(report);
  count(numPassedTests ?? 0, Math.max(numFailedTests ?? 0, code === 0 ? 0 : 1));
}

console.log('\n== e2e');
const report = join(reports, 'e2e.json');
const code = await run(bin('playwright'), ['test', '--reporter=list,json'], {
  env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
});
const { stats } = read(report);
count(stats?.expected ?? 0, Math.max((stats?.unexpected ?? 0) + (stats?.flaky ?? 0), code === 0 ? 0 : 1));

rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function count(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
