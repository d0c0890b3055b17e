import { compileModule } from './compile-module.ts';
import { stampOf } from './stamp-of.ts';

export interface ImportedModule {
  exports: Record<string, unknown>;
  /** Whether its source files are unchanged. */
  isCurrent(): boolean;
}

/**
 * Loads the current version of a file in the served folder. Each version is a separate module, so a change needs no
 * restart.
 */
export async function importModule(path: string): Promise<ImportedModule> {
  const started = stampOf([path]);
  const { code, inputs } = await compileModule(path);
  const stamp = stampOf(inputs);
  // A change of the file during compilation must be seen the next time.
  const isOld = stampOf([path]) !== started;
  const named = `${code}\n//# sourceURL=${path}\n`;
  const exports = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(named).toString('base64')}`
  )) as Record<string, unknown>;
  return { exports, isCurrent: () => !isOld && stampOf(inputs) === stamp };
}
