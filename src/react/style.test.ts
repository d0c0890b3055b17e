import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';

test('the style sheet keeps its colours in a stock build of Vite', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tandem-style-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const input = fileURLToPath(new URL('style.css', import.meta.url));
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input } },
  });
  const { output } = built as { output: { fileName: string; source?: string | Uint8Array }[] };
  const css = String(output.find(({ fileName }) => fileName.endsWith('.css'))?.source);
  // What the build writes in place of light-dark() is empty without a color-scheme in the same file.
  expect(css).not.toContain('--lightningcss');
  expect(css).toMatch(/--td-edge:\s*#d3d9e2/);
  expect(css).toContain('prefers-color-scheme:dark');
});
