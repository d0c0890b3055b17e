import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConfigFiles } from './config-files.ts';
import { shownName } from './config-files.ts';

const OWN_VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
/** Increased when the same configuration leads to a different build. */
const FORMAT = 2;

/** Changes whenever the build would be different. */
export function buildKey(dir: string, files: ConfigFiles, versions: Record<string, string>): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([FORMAT, OWN_VERSION, Object.entries(versions).sort()]));
  const variables = new Set<string>();
  for (const [path, content] of files) {
    hash.update(`\n${shownName(dir, path)}\n${content.length}\n`).update(content);
    for (const name of buildVariables(content)) variables.add(name);
  }
  for (const name of [...variables].sort()) hash.update(`\n${name}=${process.env[name] ?? ''}`);
  return hash.digest('hex').slice(0, 16);
}

/** `_build.env: NAME` is replaced during the build, so the value is part of the result. */
function* buildVariables(content: Buffer): Iterable<string> {
  if (!content.includes('_build.env')) return;
  const uses = String(content).matchAll(
    /_build\.env["']?\s*:\s*(?:\{\s*)?(?:["']?key["']?\s*:\s*)?["']?(\w+)/g,
  );
  for (const [, name] of uses) if (name) yield name;
}
