import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process and all it has started, in MB; 0 for one that is gone. */
export function memoryOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = read(`/proc/${name}/stat`)?.split(') ').at(-1)?.split(' ')[1];
    if (parent) parents.set(parent, [...(parents.get(parent) ?? []), name]);
  }
  const own = (id) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${id}/status`) ?? '')?.[1] ?? 0) / 1024;
  const all = (id) => own(id) + (parents.get(id) ?? []).reduce((sum, child) => sum + all(child), 0);
  return pid ? all(String(pid)) : 0;
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

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
