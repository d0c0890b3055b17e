import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/* How the versions of a file, and the files on the way to them, are named. Any other name is not ours. */

const TEMP_NAME = /^\.tmp-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^[1-9]\d{0,14}$/;

export function versionPath(dir: string, name: string, version: number): string {
  return join(dir, `${name}-${version}.json`);
}

export function toTempPath(dir: string): string {
  return join(dir, `.tmp-${randomUUID()}`);
}

export function isTempName(file: string): boolean {
  return TEMP_NAME.test(file);
}

/** 0 for any other file, `<name>-007.json` included. */
export function versionOf(file: string, name: string): number {
  if (!file.startsWith(`${name}-`) || !file.endsWith('.json')) return 0;
  const digits = file.slice(name.length + 1, -'.json'.length);
  return NUMBER.test(digits) ? Number(digits) : 0;
}

/** The highest version of `name` among these files; 0 when there is none. */
export function highest(files: readonly string[], name: string): number {
  return files.reduce((most, file) => Math.max(most, versionOf(file, name)), 0);
}
