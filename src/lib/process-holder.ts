import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode } from './has-code.ts';

/** Who holds a lease, precisely enough to find out on the same machine whether it still lives. */
export interface Holder {
  pid: number;
  /** The machine since its start, and the container: only there does the pid mean this process. */
  host: string;
  /** When the process began, in the kernel's count; '' where that is not known. Tells a reused pid. */
  processStart: string;
}

let holder: Holder | undefined;

/** Asked for with every lease, and the same for as long as the process lives. */
export function thisHolder(): Holder {
  holder ??= { pid: process.pid, host: thisHost(), processStart: readProcess(process.pid)?.start ?? '' };
  return holder;
}

/** False only when it is sure; a holder on another machine may always be alive. */
export function mayBeAlive(holder: Holder): boolean {
  if (holder.host !== thisHost()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
  }
  const found = readProcess(holder.pid);
  if (found === undefined) return true;
  if (found.state === 'Z' || found.state === 'X') return false;
  return holder.processStart === '' || holder.processStart === found.start;
}

let host: string | undefined;

function thisHost(): string {
  host ??= [
    hostname(),
    orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    orNothing(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');
  return host;
}

function readProcess(pid: number): { state: string; start: string } | undefined {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field, the command, is in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? undefined : { state, start };
}

/** Not every system has /proc. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
