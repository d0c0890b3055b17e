import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { brokenLinks } from '../site/check-links.mjs';
import { allFiles } from '../site/pages.mjs';
import { documents } from './docs-markdown.ts';

test('every document has a page on the site', () => {
  const pages = ['README.md', 'CLAUDE.md', ...allFiles()];
  expect(documents.filter((name) => !pages.includes(name))).toEqual([]);
});

test('links of the built site that lead nowhere are found', () => {
  const out = mkdtempSync(join(tmpdir(), 'tandem-site-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const links = ['a.html', '/a', './a.html#here', '#there', 'b.html', 'a.html#gone', 'https://example.com/'];
  writeFileSync(join(out, 'a.html'), '<h2 id="here">');
  writeFileSync(join(out, 'index.html'), links.map((link) => `<a id="there" href="${link}">`).join(''));
  expect(brokenLinks(out)).toEqual(['index.html: b.html', 'index.html: a.html#gone']);
});
