import { parseJson } from '../lib/parse-json.ts';

/** All live UIs are at one instance: they share a folder, and one process serves it. */
export const LIVE_HOME = 'live';

/** What the next instance needs to take over. */
export interface LeftLive {
  baseDir: string;
  isRunning: boolean;
}

export function readLeft(note: string): LeftLive | undefined {
  return note === '' ? undefined : (parseJson(note, 'The note of the home of live UIs') as LeftLive);
}
