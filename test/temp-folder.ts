// Everything that the tests of one run put into the system's folder for temporary files goes into one, removed when the run ends:
// tests kill servers on purpose, and what is killed does not clean up.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// biome-ignore lint/style/noDefaultExport: what Playwright runs first has to be one.
export default function useOneTempFolder() {
  if (process.env.TANDEM_TEST_TMP) return;
  const folder = mkdtempSync(join(tmpdir(), 'tandem-run-'));
  // As root, database servers run under another name.
  chmodSync(folder, 0o755);
  process.env.TANDEM_TEST_TMP = folder;
  process.env.TMPDIR = folder;
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Something that was killed still writes there. Tests that passed have not failed because of that.
    }
  });
}
