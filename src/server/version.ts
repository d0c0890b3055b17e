import { readFileSync } from 'node:fs';

/** The package's own version: the file lies two folders up, in the sources as in the build. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
