import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cleanup, tempDir } from '../harness.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Blocks of Lowdefy 5 on the engine of 4.0: their types and metas come from a plugin, all else is real. */
export async function openLowdefy5(cleanup: Cleanup): Promise<Workbench> {
  const dir = join(tempDir(cleanup), 'lowdefy-5');
  cpSync(path('lowdefy-5'), dir, { recursive: true });
  cpSync(path('../../fixtures/plugins/lowdefy-5'), join(dir, 'plugins/lowdefy-5'), { recursive: true });
  return openWorkbench(cleanup, dir);
}
