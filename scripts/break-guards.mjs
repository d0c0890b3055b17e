// npm run shadow:guards: breaks each guard of the incremental engine, and tells which tests notice. Fails if none does.
import { spawnSync } from 'node:child_process';
import { BROKEN_GUARDS } from '../test/shadow/broken-guards.mjs';
import { bin, root } from './run.mjs';

const wanted = process.argv.slice(2);
const unnoticed = [];
for (const guard of wanted.length > 0 ? wanted : Object.keys(BROKEN_GUARDS)) {
  const args = ['run', '--config', 'test/shadow/broken-guards.config.ts', '--reporter=json'];
  // Random pages would notice most of them; the pages made for one thing must.
  args.push('-t', 'it is also where|it notices');
  const env = { ...process.env, SHADOW_BREAK: guard };
  const { stdout, stderr } = spawnSync(bin('vitest'), args, { cwd: root, env, encoding: 'utf8' });
  const failed = failedIn(stdout, stderr);
  console.log(`${failed.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${guard}: ${failed.join('; ')}`);
  if (failed.length === 0) unnoticed.push(guard);
}
process.exit(unnoticed.length === 0 ? 0 : 1);

function failedIn(stdout, stderr) {
  const start = stdout.indexOf('{"numTotalTestSuites"');
  if (start < 0) throw new Error(`vitest did not run: ${stdout}${stderr}`);
  const { testResults, numTotalTests } = JSON.parse(stdout.slice(start));
  const [file] = testResults;
  if (numTotalTests === 0) throw new Error(file?.message ?? 'no tests');
  return file.assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title);
}
