import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';

/** Not in the types, but stable since the first versions of Node. */
interface LoadableModule {
  filename: string;
  paths: string[];
  loaded: boolean;
  _compile(source: string, file: string): void;
}

/**
 * Lowdefy validates configurations with ajv and ajv-errors, which generates code for exactly the ajv it is used with.
 * npm installs them together only if no other package needs another ajv; otherwise every validation ends in a
 * SyntaxError. So ajv-errors is loaded here, once, with the ajv of `@lowdefy/ajv`.
 */
export function repairAjvErrors(lowdefyAjv: string): void {
  const require = createRequire(join(lowdefyAjv, 'package.json'));
  try {
    const file = require.resolve('ajv-errors');
    const folder = dirname(require.resolve('ajv'));
    if (require.cache[file] || dirname(createRequire(file).resolve('ajv')) === folder) return;
    const { _nodeModulePaths } = Module as unknown as { _nodeModulePaths(from: string): string[] };
    const module = new Module(file) as unknown as LoadableModule;
    module.filename = file;
    module.paths = _nodeModulePaths(folder);
    module._compile(readFileSync(file, 'utf8'), file);
    module.loaded = true;
    require.cache[file] = module as unknown as NodeJS.Module;
  } catch {
    // Another version, which does not need them.
  }
}
