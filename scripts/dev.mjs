// npm run dev: build, serve the examples, and do both again when a source changes.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { root, run } from './run.mjs';

await ensureInstalled();
await ensureBuilt();
let server = serve();
let waiting;
watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    if ((await run(process.execPath, [join(root, 'scripts', 'build.mjs')])) !== 0) return;
    server.once('exit', () => {
      server = serve();
    });
    server.kill();
  }, 200);
});

function serve() {
  const args = ['serve', '--watch', '--dir', join(root, 'examples')];
  return spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { stdio: 'inherit' });
}
