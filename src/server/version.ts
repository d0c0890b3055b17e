import { readFileSync } from 'node:fs';

/** The package's own description: the file is two folders up, in the sources and in the build. */
const about = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  homepage: string;
  tandem: { published: boolean };
};

export const VERSION: string = about.version;

export const HOMEPAGE: string = about.homepage;

/** Whether npx finds this package; the release script sets it when it publishes. */
export const IS_PUBLISHED: boolean = about.tandem.published;
