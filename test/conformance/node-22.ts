import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The Node 22 of this folder's package; the suites do not run on the product's oldest Node. */
export function findNode22(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform}-${process.arch}`;
  const binary = join(packageFolder(name), 'bin', platform === 'win' ? 'node.exe' : 'node');
  if (!existsSync(binary)) throw new Error(`${name} holds no Node binary.`);
  return binary;
}

/** A file of one of this folder's packages. */
export function inPackage(name: string, path: string): string {
  return join(packageFolder(name), path);
}

function packageFolder(name: string): string {
  try {
    return dirname(require.resolve(`./node_modules/${name}/package.json`));
  } catch (cause) {
    throw new Error(`${name} is not installed. Run "npm ci" in test/conformance.`, { cause });
  }
}
