// node scripts/test-on-node.mjs [VERSION…] [-- PATH…]: unit and integration tests on other versions of Node (default: 22 and 24), which
// npm installs outside of the project. With paths, only those test files.
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { root, run, runOrExit } from './run.mjs';

const args = process.argv.slice(2);
const end = args.includes('--') ? args.indexOf('--') : args.length;
const versions = end > 0 ? args.slice(0, end) : ['22', '24'];
const paths = args.slice(end + 1);

await ensureInstalled();
await ensureBuilt();
const failed = [];
for (const version of versions) {
  const folder = join(tmpdir(), `tandem-node-${version}`);
  const bin = join(folder, 'node_modules', 'node', 'bin');
  const program = join(bin, 'node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const install = [
      'install',
      `node@${version}`,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefix',
      folder,
    ];
    await runOrExit('npm', install, { cwd: folder });
  }
  console.log(`\n== Node ${version}`);
  // Tests start "node" and process.execPath.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const projects = ['--project', 'unit', '--project', 'integration'];
  if ((await run(program, [vitest, 'run', ...projects, ...paths], { env })) !== 0) failed.push(version);
}
console.log(
  failed.length === 0 ? `\nok on Node ${versions.join(', ')}` : `\nfailed on Node ${failed.join(', ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);
