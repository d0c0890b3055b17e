import { processTree, readProc } from './process-tree.mjs';

/** Resident memory of a process and all its descendants, in MB; 0 if it is gone. */
export function memoryOf(pid) {
  return processTree(pid).reduce((sum, id) => sum + residentMb(id), 0);
}

function residentMb(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status') ?? '')?.[1] ?? 0) / 1024;
}

/** The median of the last third of the samples against that of the first. */
export function growth(samples) {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const [first, last] = [median(samples.slice(0, third)), median(samples.slice(-third))];
  return { first, last, ratio: last / first };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
