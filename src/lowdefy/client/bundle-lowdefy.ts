import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { resolvePackages, virtualModule } from './bundle-plugins.ts';
import type { ClientPackages } from './client-packages.ts';
import { CLIENT_MODULE, clientSource } from './client-source.ts';
import { clientStyles } from './client-styles.ts';
import { compressFiles } from './compressed-files.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
/** The code in the frame of the app. */
const FRAME_CODE = fileURLToPath(new URL(`../../replica/main.${suffix}`, import.meta.url));

/**
 * Files without a hash in their names: the folder's name changes with the content. `main.css` has the styles that all parts of the client
 * import; there is none before Lowdefy 5.
 */
const toFrame = (styles: readonly string[]) => `<!doctype html>
<html lang="en" class="lowdefy">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>App</title>
    ${styles.map((file) => `<link rel="stylesheet" href="${file}" crossorigin="anonymous" />`).join('\n    ')}
    <script type="module" src="main.js" crossorigin="anonymous"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'silent',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
  loader: {
    '.svg': 'dataurl',
    '.woff': 'dataurl',
    '.woff2': 'dataurl',
    '.ttf': 'dataurl',
    '.png': 'dataurl',
    '.jpg': 'dataurl',
  },
} satisfies BuildOptions;

/** Bundles the client of these packages into a folder: the page of the frame, its scripts in parts, its styles, and notices. */
export async function bundleLowdefy(packages: ClientPackages, out: string): Promise<void> {
  const { build } = await import('esbuild');
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: { main: FRAME_CODE, style: 'virtual:style' },
    outdir: out,
    splitting: true,
    metafile: true,
    chunkNames: 'chunk-[hash]',
    plugins: [
      virtualModule(CLIENT_MODULE, clientSource(packages), 'js'),
      virtualModule('virtual:style', clientStyles(packages), 'css'),
      ...resolvePackages(packages.folderOf, [FRAME_CODE.replace(/main\.\w+$/, '')]),
    ],
  });
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(Object.keys(metafile.inputs)));
  writeFileSync(
    join(out, 'frame.html'),
    toFrame(['style.css', 'main.css'].filter((file) => existsSync(join(out, file)))),
  );
  await compressFiles(out);
}
