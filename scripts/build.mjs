import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropInnerTypes } from './drop-inner-types.mjs';
import { ensureInstalled } from './ensure.mjs';
import { bin, root, runOrExit } from './run.mjs';

await ensureInstalled();
// Needs packages that may just have been installed.
const { bundlePrograms } = await import('./bundle-programs.mjs');
rmSync(join(root, 'dist'), { recursive: true, force: true });
await runOrExit(bin('tsc'), ['-p', 'tsconfig.build.json']);
dropInnerTypes(root);
await runOrExit(bin('vite'), ['build', '--logLevel', 'warn']);
await runOrExit(bin('vite'), ['build', '-c', 'vite.live.config.ts', '--logLevel', 'warn']);
// tsc leaves everything but its own behind: data, Lua, documents. The browser's files are Vite's.
cpSync(join(root, 'src'), join(root, 'dist'), {
  recursive: true,
  filter: (path) => !/\.tsx?$/.test(path) && !path.startsWith(join(root, 'src', 'web')),
});
// What browsers load of Shoelace; the rest of the package is for bundlers and editors.
cpSync(join(root, 'node_modules', '@shoelace-style', 'shoelace', 'cdn'), join(root, 'dist', 'shoelace'), {
  recursive: true,
  filter: (path) => !/\/cdn\/(?:react|types)$|\.(?:d\.ts|json)$/.test(path),
});
cpSync(
  join(root, 'node_modules', '@shoelace-style', 'shoelace', 'LICENSE.md'),
  join(root, 'dist', 'shoelace', 'LICENSE.md'),
);
await bundlePrograms();
chmodSync(join(root, 'dist', 'cli', 'main.js'), 0o755);
writeFileSync(join(root, 'dist', '.built'), '');
