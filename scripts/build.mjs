import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, runOrExit } from './run.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
await runOrExit(bin('tsc'), ['-p', 'tsconfig.build.json']);
await runOrExit(bin('vite'), ['build', '--logLevel', 'warn']);
// tsc leaves data files behind.
copyFileSync(join(root, 'src/lowdefy/app/block-metas.json'), join(root, 'dist/lowdefy/app/block-metas.json'));
chmodSync(join(root, 'dist', 'cli', 'main.js'), 0o755);
writeFileSync(join(root, 'dist', '.built'), '');
