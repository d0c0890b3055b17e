// Copies the documents of the repository to where VitePress reads them, with links that hold there.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allFiles, readPage, sitePath } from './pages.mjs';
import { toFullText, toLlms } from './to-llms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const content = fileURLToPath(new URL('.content', import.meta.url));
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Where files are that are no page of the site. */
const source = (repository?.url ?? 'https://example.com/tandem').replace(/^git\+/, '').replace(/\.git$/, '');

const FENCES = /(^ *```[\s\S]*?^ *```$)/m;
const INLINE_CODE = /(`[^`\n]+`)/;

export function gather() {
  rmSync(content, { recursive: true, force: true });
  for (const file of ['README.md', ...allFiles()]) write(sitePath(file), toPage(file));
  cpSync(join(root, 'docs/images'), join(content, 'images'), { recursive: true });
  write(
    'public/llms.txt',
    toLlms((file) => `/${sitePath(file)}`.replace(/\.md$/, '.html')),
  );
  write('public/llms-full.txt', toFullText());
  cpSync(join(root, 'tandem.schema.json'), join(content, 'public/tandem.schema.json'));
}

function write(path, text) {
  mkdirSync(dirname(join(content, path)), { recursive: true });
  writeFileSync(join(content, path), text);
}

/** A document with the addresses of the site. */
function toPage(file) {
  const at = (link) => normalize(join(dirname(file), link));
  // VitePress reads tags and braces as Vue.
  const toPlain = (text) =>
    text.replaceAll(/<(?=[a-zA-Z/])(?!https?:)/g, '&lt;').replaceAll('{{', '&#123;&#123;');
  return outside(FENCES, readPage(file), (text) =>
    outside(INLINE_CODE, text, toPlain)
      .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt, link) =>
        toImage(alt, toHref(file, at(link)), at(link)),
      )
      .replaceAll(
        /(?<!!)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g,
        (_, words, link, anchor = '') => `[${words}](${toHref(file, at(link))}${anchor})`,
      ),
  );
}

/** One picture for light pages, and one for dark ones where there are two. */
function toImage(alt, href, path) {
  const dark = path.replace('-light.', '-dark.');
  if (dark === path || !existsSync(join(root, dark))) return `![${alt}](${href})`;
  return `![${alt}](${href}){.light-only} ![${alt}](${href.replace('-light.', '-dark.')}){.dark-only}`;
}

function toHref(from, path) {
  const to = sitePath(path) ?? (path.startsWith('docs/images/') ? path.slice('docs/'.length) : undefined);
  if (to === undefined) return `${source}/blob/main/${path.replace(/\/$/, '')}`;
  const link = relative(dirname(sitePath(from)), to);
  return link.startsWith('.') ? link : `./${link}`;
}

/** Changes what is outside of these parts of a text. */
function outside(parts, text, change) {
  return text
    .split(parts)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
