import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const MAX_BYTES = 15 * 1024;

test('the React part is small, and brings nothing else of ours but the wire', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [new URL('index.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react/jsx-runtime'],
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(MAX_BYTES);
  const others = Object.keys(metafile.inputs).filter(
    (path) => !/src\/(?:react\/|protocol\/|lib\/is-record\.ts)/.test(path),
  );
  expect(others).toEqual([]);
});
