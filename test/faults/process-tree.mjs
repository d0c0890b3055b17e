import { readdirSync, readFileSync } from 'node:fs';

/** The ids of a process and all its descendants; empty if it was never started. */
export function processTree(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = readProc(name, 'stat')?.split(') ').at(-1)?.split(' ')[1];
    if (parent) children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const all = (id) => [id, ...(children.get(id) ?? []).flatMap(all)];
  return pid ? all(String(pid)) : [];
}

/** Undefined where the process is gone. */
export function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
