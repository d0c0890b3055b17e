// npm start: a short job by a scripted agent, then the server for you to look around.
//   --once     only the job
//   --serve    serve even where stdout is no terminal
//   --no-watch do not follow changes of the examples
// Everything else is passed on to `tandem serve` (--port, --mcp-port, --host).
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { root, run, runOrExit } from './run.mjs';

const args = process.argv.slice(2);
const once = args.includes('--once') || (!process.stdout.isTTY && !args.includes('--serve'));
const rest = args.filter((arg) => !['--once', '--serve', '--no-watch', '--watch'].includes(arg));

await ensureInstalled();
await ensureBuilt();
await runOrExit(process.execPath, [join(root, 'examples', 'job.mjs')]);
if (once) {
  if (!args.includes('--once'))
    console.log('\nNot serving, because the output is not a terminal. To serve anyway: npm start -- --serve');
  process.exit(0);
}

console.log('\nServing the examples. Ctrl-C stops.\n');
// Ctrl-C reaches the server too; it ends by itself and we follow.
process.on('SIGINT', () => {});
const code = await run(process.execPath, [
  join(root, 'dist/cli/main.js'),
  'serve',
  '--dir',
  join(root, 'examples'),
  ...(args.includes('--no-watch') ? [] : ['--watch']),
  ...rest,
]);
process.exit(code);
