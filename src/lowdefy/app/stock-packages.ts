import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackageFolder, isThere, packageIn } from './resolve-package.ts';

const OURS = dirname(fileURLToPath(import.meta.url));
/** Written by `scripts/bundle-programs.mjs`: packages whose modules are those of the bundle. */
const BUNDLED = fileURLToPath(new URL('../../stock', import.meta.url));

/** A package of the Lowdefy that comes with Tandem: from the bundle, or as installed where there is none. */
export function findStockPackage(name: string): string | undefined {
  return isThere(BUNDLED) ? packageIn(BUNDLED, name) : findPackageFolder(OURS, name);
}
