// npm run site: the documentation as a site in site/.out, from the same files; fails on links that lead nowhere.
//   npm run site -- --dev    serves it while you write (run again after changes in docs/)
import { join } from 'node:path';
import { ensureInstalled } from './ensure.mjs';
import { root, runOrExit } from './run.mjs';

const folder = join(root, 'site');
await ensureInstalled(folder);
const { gather } = await import('../site/gather.mjs');
const { brokenLinks } = await import('../site/check-links.mjs');
gather();
const command = process.argv.includes('--dev') ? 'dev' : 'build';
await runOrExit(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), command, folder]);
if (command === 'build') {
  const broken = brokenLinks(join(folder, '.out'));
  for (const link of broken) console.log(`leads nowhere: ${link}`);
  console.log(
    broken.length === 0
      ? 'The site is in site/.out; all links lead somewhere.'
      : `${broken.length} broken links`,
  );
  process.exit(broken.length === 0 ? 0 : 1);
}
