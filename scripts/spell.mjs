// npm run spell: the spelling of the documents, and of the messages in the source. Words of our own: site/words.txt.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled } from './ensure.mjs';
import { root, run } from './run.mjs';

const site = join(root, 'site');
await ensureInstalled();
await ensureInstalled(site);
const { stringsIn } = await import('../test/strings-in.mjs');

/** What people and agents read: more than one word, and not code. */
const isMessage = (text) =>
  /[a-z]{2,} [a-z]{2,}/i.test(text) && !/^(import|select|insert|update) /i.test(text);

const messages = join(site, '.messages');
rmSync(messages, { recursive: true, force: true });
for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
  const texts = stringsIn(join(root, 'src', name)).filter(isMessage);
  if (texts.length === 0) continue;
  mkdirSync(dirname(join(messages, name)), { recursive: true });
  writeFileSync(join(messages, `${name}.txt`), texts.map(withoutCode).join('\n'));
}
const cspell = join(site, 'node_modules/cspell/bin.mjs');
const documents = ['*.md', 'docs/**/*.md', 'examples/**/*.md', 'src/**/*.md', 'site/.messages/**/*.txt'];
const options = ['--config', 'site/cspell.json', '--dot', '--no-progress', '--unique', '--show-suggestions'];
const code = await run(process.execPath, [cspell, 'lint', ...options, ...documents]);
console.log(code === 0 ? 'ok     spelling' : 'FAILED spelling; words that are right go to site/words.txt');
process.exit(code);

/** Expressions in templates, and code in a message. */
function withoutCode(text) {
  return text.replaceAll(/\$\{[^}]*\}/g, ' ').replaceAll(/`[^`\n]*`/g, ' ');
}
