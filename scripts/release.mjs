// npm run release -- --dry-run: everything that must be true before the package is published: version, changelog, addresses, pack,
// install in an empty folder, and a newcomer's first steps with what was installed.
// npm run release: the same, then publishes with provenance (in CI, where npm can prove where it was built) and tags the commit.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distributionFiles, isPlaceholder, readPackage } from './distribution.mjs';
import { pack } from './pack.mjs';
import { bin, root, run, runOrExit } from './run.mjs';

/** Files and folders that the package must have. */
const PARTS = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs/images/',
  'templates/',
  'dist/cli/main.js',
  'dist/client/',
  'dist/bundle/THIRD-PARTY-NOTICES.txt',
  'dist/web/THIRD-PARTY-NOTICES.md',
  'dist/shoelace/LICENSE.md',
];

const isDry = process.argv.includes('--dry-run');
const { version, name } = readPackage();
const problems = [];
const notes = [];
/** What only the real thing needs is a note in a rehearsal. */
const must = (isTrue, text) => isTrue || (isDry ? notes : problems).push(text);
const step = (text) => console.log(`\n== ${text}`);

step('version and changelog');
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`"${version}" is not a version.`);
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const [, unreleased = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
const hasEntry = changelog.includes(`\n## ${version}`);
if (!hasEntry && unreleased.trim() === '') problems.push(`CHANGELOG.md has no entry for ${version}.`);
must(!git('tag', '--list', `v${version}`), `The tag v${version} exists; raise the version.`);
must(git('status', '--porcelain') === '', 'There are changes that are not committed.');
must(
  !isPlaceholder(),
  'repository in package.json still names OWNER; write the real address, then run scripts/make-distribution.mjs.',
);
const stale = Object.entries(distributionFiles()).filter(
  ([path, text]) => readFileSync(join(root, path), 'utf8') !== text,
);
for (const [path] of stale) problems.push(`${path} is out of date; run node scripts/make-distribution.mjs.`);
stopIfWrong();

if (!isDry) {
  step('published from now on');
  await runOrExit(process.execPath, [join(root, 'scripts/make-distribution.mjs'), '--published']);
  if (!hasEntry) {
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(
      join(root, 'CHANGELOG.md'),
      changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`),
    );
  }
}

step('build and pack');
await runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
const place = mkdtempSync(join(tmpdir(), 'tandem-release-'));
const packed = pack(place);
const { tarball } = packed;
console.log(`${packed.filename}: ${(packed.size / 1e6).toFixed(1)} MB, ${packed.entryCount} files`);
const inside = packed.files.map(({ path }) => path);
for (const part of PARTS)
  if (!inside.some((path) => path.startsWith(part))) problems.push(`${part} is not in the package.`);
stopIfWrong();

step('install in an empty folder, and first steps');
const env = { ...process.env, TANDEM_TARBALL: tarball };
const code = await run(
  bin('vitest'),
  ['run', '--project', 'integration', 'test/integration/newcomer.test.ts'],
  { env },
);
if (code !== 0) problems.push('The first steps of a newcomer failed.');
stopIfWrong();

if (!isDry) {
  step('publish');
  const provenance = process.env.CI ? ['--provenance'] : ['--provenance=false'];
  await runOrExit('npm', ['publish', tarball, '--access', 'public', ...provenance]);
  git('commit', '-am', `Release ${version}`);
  git('tag', `v${version}`);
}
rmSync(place, { recursive: true, force: true });
for (const note of notes) console.log(`note: ${note}`);
console.log(
  `\n${name} ${version} ${isDry ? 'is ready, but for the notes above' : 'is published; push the commit and the tag, then: mcp-publisher publish'}.`,
);

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function stopIfWrong() {
  if (problems.length === 0) return;
  for (const problem of problems) console.error(`wrong: ${problem}`);
  process.exit(1);
}
