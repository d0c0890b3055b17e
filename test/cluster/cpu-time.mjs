import { processTree, readProc } from '../faults/process-tree.mjs';

/** User and system time of a process and all its descendants so far, in ms. */
export function cpuTime(pid) {
  return processTree(pid).reduce((sum, id) => sum + ownCpuTime(id), 0);
}

/** Without its descendants. */
export function ownCpuTime(pid) {
  // After the name, which may hold anything: the 14th and 15th field, in hundredths of a second.
  const fields = readProc(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}
