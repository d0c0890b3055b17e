// node scripts/make-distribution.mjs [--published | --unpublished]: writes what tells the world how to get Tandem (server.json, the
// Claude Code plugin, the manifest of the .mcpb bundle, commands and install links in the documents) from package.json.
// "tandem.published" there is the one switch between a clone and npx; the options set it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { distributionFiles, readPackage } from './distribution.mjs';
import { root } from './run.mjs';

const about = readPackage();
if (process.argv.includes('--published')) about.tandem.published = true;
if (process.argv.includes('--unpublished')) about.tandem.published = false;
for (const [path, text] of Object.entries(distributionFiles(about))) {
  const file = join(root, path);
  const before = readIfThere(file);
  if (before === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
