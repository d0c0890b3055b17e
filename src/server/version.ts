import { readFileSync } from 'node:fs';

/** The package's own version: the file is two folders up, in the sources and in the build. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
