// node scripts/make-coverage.mjs: uses everything that Lowdefy has, and writes docs/reference/coverage.md from the results.
// To record another version first: TANDEM_TEST_LOWDEFY=.lowdefy/server/node_modules node scripts/make-coverage.mjs
// Connections to outside services have packages that we do not install; to record what comes of them first, run
//   mkdir /tmp/outside && cd /tmp/outside && npm i --ignore-scripts --legacy-peer-deps @lowdefy/connection-{elasticsearch,google-sheets,mongodb,redis,sendgrid,stripe}@<version> @lowdefy/plugin-aws@<version>
//   COVERAGE_PACKAGES=/tmp/outside node scripts/make-coverage.mjs
import { ensureBuilt } from './ensure.mjs';
import { bin, runOrExit } from './run.mjs';

await ensureBuilt();
await runOrExit(bin('vitest'), ['run', '--project', 'integration', 'coverage.test.ts'], {
  env: { ...process.env, UPDATE_COVERAGE: '1' },
});
