import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../scripts/make-client.mjs', import.meta.url));

/** Once, before the tests; every server would do it by itself when its first page is opened. */
// biome-ignore lint/style/noDefaultExport: what Playwright runs first has to be one.
export default function bundleClient(): void {
  spawnSync(process.execPath, [SCRIPT, '--if-needed'], { stdio: 'inherit' });
}
