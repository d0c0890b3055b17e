import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Cleanup } from '../harness.ts';

/** Returns which page processes this process has started since. */
export function notePageProcesses(cleanup: Cleanup): () => ChildProcess[] {
  const all: ChildProcess[] = [];
  const note = (message: unknown) => void all.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  cleanup.add(() => void unsubscribe('child_process', note));
  // What a process runs is known only after it was announced.
  return () => all.filter(({ spawnargs }) => spawnargs?.some((arg) => arg.endsWith('page-process.js')));
}
