import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_DIR } from '../../src/live/install/bundle-files.ts';

const NOTE =
  'This is what agents read, too: the resource `ui://NAME`. Copied from `src/live/install/bundle/resources/NAME.md` with `node scripts/make-reference.mjs`; a test fails when it is stale.';

/** A document that Tandem gives to agents, for people. */
export function toAgentDocument(name: string): string {
  const text = readFileSync(join(BUNDLE_DIR, 'resources', `${name}.md`), 'utf8');
  const [heading = '', ...rest] = text.split('\n');
  return `${heading}\n\n${NOTE.replaceAll('NAME', name)}\n${rest.join('\n')}`;
}
