import { compileModule } from './compile-module.ts';
import { stampOf } from './stamp-of.ts';

export interface ImportedModule {
  exports: Record<string, unknown>;
  /** Whether the files it was made of are as they were. */
  isCurrent(): boolean;
}

/** Load a file of the served folder as it is now. Each version is a module of its own, so a change needs no restart. */
export async function importModule(path: string): Promise<ImportedModule> {
  const started = stampOf([path]);
  const { code, inputs } = await compileModule(path);
  const stamp = stampOf(inputs);
  // A change of the file while it was compiled must be seen the next time.
  const isOld = stampOf([path]) !== started;
  const named = `${code}\n//# sourceURL=${path}\n`;
  const exports = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(named).toString('base64')}`
  )) as Record<string, unknown>;
  return { exports, isCurrent: () => !isOld && stampOf(inputs) === stamp };
}
