import { statSync, utimesSync } from 'node:fs';
import { hasCode } from '../../lib/has-code.ts';
import { type Holder, mayBeAlive, thisHolder } from '../../lib/process-holder.ts';
import { versionPath } from '../../lib/version-name.ts';
import { latestVersion, readLatest, replaceVersion, writeVersion } from '../../lib/versioned-file.ts';

/** A holder that has not given a sign for this long has lost its lease. */
const LIFE_MS = 15_000;
export const LEASE_HEARTBEAT_MS = LIFE_MS / 3;

interface LeaseText extends Holder {
  owner: string;
  released: boolean;
}

/** Take the lease of a session folder if it is free: its number, or the owner who is in the way. */
export async function tryTakeLease(
  dir: string,
  owner: string,
): Promise<{ version: number } | { heldBy: string }> {
  const latest = readLatest(dir, 'lease');
  const present = latest === undefined ? undefined : parseLease(latest.text);
  if (latest !== undefined && !isFree(dir, latest.version, present)) {
    return { heldBy: present?.owner ?? 'another process' };
  }
  const version = (latest?.version ?? 0) + 1;
  const text = toText({ owner, ...thisHolder(), released: false });
  const outcome = await writeVersion(dir, 'lease', version, text, { durable: false });
  return outcome === 'written' ? { version } : { heldBy: 'another process' };
}

/** Give a sign of life; false when somebody else has the lease, or the session is gone. */
export function refreshLease(dir: string, version: number): boolean {
  if (latestVersion(dir, 'lease') !== version) return false;
  const now = new Date();
  utimesSync(versionPath(dir, 'lease', version), now, now);
  return true;
}

/** The file stays, as the highest version must; it only says that nobody holds the lease. */
export function releaseLease(dir: string, version: number, owner: string): void {
  try {
    replaceVersion(dir, 'lease', version, toText({ owner, ...thisHolder(), released: true }));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    // A full disk takes no new file. One without a sign of life for ages is as good as released.
    utimesSync(versionPath(dir, 'lease', version), 0, 0);
  }
}

function isFree(dir: string, version: number, present: LeaseText | undefined): boolean {
  if (present?.released === true) return true;
  if (present !== undefined && !mayBeAlive(present)) return true;
  const file = statSync(versionPath(dir, 'lease', version), { throwIfNoEntry: false });
  // A heartbeat from the future does not count: the clock was set back since.
  return file !== undefined && Math.abs(Date.now() - file.mtimeMs) > LIFE_MS;
}

function toText(lease: LeaseText): string {
  return `${JSON.stringify(lease)}\n`;
}

/** Undefined for a text that is not ours: such a lease ends only by its age. */
function parseLease(text: string): LeaseText | undefined {
  try {
    const { owner, pid, host, processStart, released } = JSON.parse(text) as Partial<LeaseText>;
    const isOurs = typeof owner === 'string' && Number.isInteger(pid) && typeof host === 'string';
    if (!isOurs || pid === undefined || pid < 1) return undefined;
    return { owner, pid, host, processStart: processStart ?? '', released: released === true };
  } catch {
    return undefined;
  }
}
