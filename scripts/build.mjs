import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, runOrExit } from './run.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
await runOrExit(bin('tsc'), ['-p', 'tsconfig.build.json']);
await runOrExit(bin('vite'), ['build', '--logLevel', 'warn']);
chmodSync(join(root, 'dist', 'cli', 'main.js'), 0o755);
writeFileSync(join(root, 'dist', '.built'), '');
