import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleLowdefy } from './bundle-lowdefy.ts';
import type { ClientPackages } from './client-packages.ts';
import { codeDigest } from './code-digest.ts';

/** The client of an app's own Lowdefy packages, in a folder of `cache`. They change only with an install. */
export async function ownBundle(
  packages: ClientPackages,
  cache: string,
  onStep: (step: string) => void,
): Promise<string> {
  const { modules, version } = packages;
  const lock = ['.package-lock.json', '.modules.yaml'].map((file) => join(modules, file)).find(existsSync);
  const hash = createHash('sha256')
    .update(codeDigest())
    .update(modules)
    .update(lock ? readFileSync(lock) : '');
  const folder = join(cache, `${version}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(join(folder, 'frame.html'))) return folder;
  onStep(`Bundling the components of Lowdefy ${version}, once…`);
  const making = `${folder}.${process.pid}`;
  try {
    await bundleLowdefy(packages, making);
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
  return folder;
}
