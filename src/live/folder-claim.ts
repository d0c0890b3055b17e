import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../errors.ts';
import { hasCode } from '../lib/has-code.ts';
import { type Holder, mayBeAlive, thisHolder } from '../lib/process-holder.ts';
import { readLatest, replaceVersion, writeVersion } from '../lib/versioned-file.ts';

interface Claim extends Holder {
  url: string;
  released: boolean;
  /** The instances that share a store, which decide among themselves. */
  group?: string;
}

const NAME = 'live';

/** Throws if a running process serves the folder, unless it is of the same group. */
export function checkUnclaimed(baseDir: string, group?: string): void {
  const claim = readClaim(claimDir(baseDir));
  if (!claim || (group !== undefined && claim.group === group)) return;
  if (!claim.released && mayBeAlive(claim)) throw taken(claim);
}

/** One process serves a base folder; the claim of a dead process is taken over. Returns a function that releases it. */
export async function claimFolder(baseDir: string, url: string, group?: string): Promise<() => void> {
  const dir = claimDir(baseDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, '.gitignore'), '*\n');
  const own: Claim = { ...thisHolder(), url, released: false, ...(group !== undefined && { group }) };
  for (;;) {
    checkUnclaimed(baseDir, group);
    const version = (readLatest(dir, NAME)?.version ?? 0) + 1;
    const outcome = await writeVersion(dir, NAME, version, JSON.stringify(own), { durable: false });
    if (outcome === 'written')
      return () => replaceVersion(dir, NAME, version, JSON.stringify({ ...own, released: true }));
  }
}

function claimDir(baseDir: string): string {
  return join(baseDir, '.tandem');
}

function taken({ pid, url }: Claim): TandemError {
  return new TandemError('conflict', `Another server (pid ${pid}) serves this folder at ${url}.`);
}

function readClaim(dir: string): Claim | undefined {
  try {
    const held = readLatest(dir, NAME);
    return held && parse(held.text);
  } catch (error) {
    // A file in the way, an impossible name, somebody else's folder: the code that prepares the folder reports it.
    if (hasCode(error, 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM')) return undefined;
    throw error;
  }
}

function parse(text: string): Claim | undefined {
  try {
    return JSON.parse(text) as Claim;
  } catch {
    return undefined;
  }
}
