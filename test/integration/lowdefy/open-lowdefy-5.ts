import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { type Cleanup, tempDir } from '../harness.ts';
import { testGeneration } from './test-lowdefy.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The build of 4.5 refuses configurations with features of 5; that of 4.0 does not check. */
export const testOf5 = test.skipIf(testGeneration() === '4.5');

/** Blocks of Lowdefy 5 on the engine of 4.0: their types and metas come from a plugin, everything else is real. */
export async function openLowdefy5(cleanup: Cleanup): Promise<Workbench> {
  const dir = join(tempDir(cleanup), 'lowdefy-5');
  cpSync(path('lowdefy-5'), dir, { recursive: true });
  cpSync(path('../../fixtures/plugins/lowdefy-5'), join(dir, 'plugins/lowdefy-5'), { recursive: true });
  return openWorkbench(cleanup, dir);
}
