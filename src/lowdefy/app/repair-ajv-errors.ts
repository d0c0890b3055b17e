import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';

/** Not in the types, stable since Node's beginnings. */
interface LoadableModule {
  filename: string;
  paths: string[];
  loaded: boolean;
  _compile(source: string, file: string): void;
}

/**
 * Lowdefy checks configurations with ajv and ajv-errors, which writes code for the very ajv that it is used with. npm
 * puts them together only when no other package of the installation wants another ajv; otherwise every check ends
 * in a SyntaxError. So ajv-errors is loaded here, once, with the ajv of `@lowdefy/ajv`.
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
    // Another version that does without them.
  }
}
