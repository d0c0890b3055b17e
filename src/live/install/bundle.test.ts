import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditApp } from '../audit/audit-app.ts';
import { checkView } from '../audit/check-view.ts';
import { readLua } from '../audit/lua-tree.ts';
import { readViewPath } from '../audit/path-grammar.ts';
import { readView } from '../audit/view-file.ts';
import { BUNDLE_DIR, CLAUDE_SECTION, listBundle } from './bundle-files.ts';

interface Fence {
  language: string;
  text: string;
  /** The path in bold on the line before it. */
  file: string | undefined;
}

function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/(?:\*\*(\S+)\*\*\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, file, language = '', text = '']) => ({ file, language, text }),
  );
}

const files = await Promise.all(
  [...(await listBundle()).map(({ source }) => source), CLAUDE_SECTION].map(async (source) => ({
    source,
    text: await readFile(join(BUNDLE_DIR, source), 'utf8'),
  })),
);
const documents = files
  .filter(({ source }) => source.endsWith('.md'))
  .map((file) => ({ ...file, fences: fencesOf(file.text) }));

test('everything that the product mentions is there', () => {
  expect(files.map(({ source }) => source).sort()).toEqual(
    [
      'init/add-to-claude.md',
      'init/agents/ui-builder.md',
      'init/agents/ui-learning.md',
      'init/skills/ui-builder/SKILL.md',
      'init/skills/ui-events/SKILL.md',
      'resources/lua.md',
      'resources/mcp.md',
      'resources/patterns/chat.md',
      'resources/patterns/dialog.md',
      'resources/patterns/form.md',
      'resources/patterns/list.md',
      'resources/patterns/master-detail.md',
      'resources/patterns/validation.md',
      'resources/reference.md',
      'resources/viewdefs.md',
      'scripts/event',
      'scripts/state',
      'scripts/variables',
      'viewdefs/lua.ViewList.DEFAULT.html',
      'viewdefs/lua.ViewListItem.list-item.html',
    ].sort(),
  );
});

test('the snippets are found', () => {
  const fences = documents.flatMap((document) => document.fences);
  expect(fences.filter(({ language }) => language === 'lua').length).toBeGreaterThan(12);
  expect(fences.filter(({ language }) => language === 'html').length).toBeGreaterThan(20);
});

describe.each(documents.filter(({ fences }) => fences.length > 0))('$source', ({ fences }) => {
  test('Lua parses', () => {
    for (const { text } of fences.filter(({ language }) => language === 'lua'))
      expect(readLua(text), text).toMatchObject({ ok: true });
  });

  test('views have no findings', () => {
    for (const { text, file = 'Example.DEFAULT.html' } of fences.filter(
      ({ language }) => language === 'html',
    ))
      expect(checkView(readView(file, text)), text).toEqual([]);
  });
});

test('every path in running text is valid', () => {
  const wrong = documents.flatMap(({ source, text }) =>
    [...text.matchAll(/ui-(?!namespace|item-wrapper)[a-z-]+="([^"]*)"/g)]
      .filter(([, path = '']) => !readViewPath(path).ok)
      .map(([whole]) => `${source}: ${whole}`),
  );
  expect(wrong).toEqual([]);
});

test('the standard views have no findings', () => {
  for (const { source, text } of files.filter(({ source }) => source.endsWith('.html')))
    expect(checkView(readView(source, text)), source).toEqual([]);
});

test.each(documents.filter(({ fences }) => fences.some(({ file }) => file)))(
  'the app in $source has no findings',
  async ({ fences }) => {
    const baseDir = await mkdtemp(join(tmpdir(), 'bundle-'));
    const standard = files
      .filter(({ source }) => source.startsWith('viewdefs/'))
      .map(({ source, text }) => ({ file: source, text }));
    const own = fences.flatMap(({ file, text }) => (file ? [{ file, text }] : []));
    for (const { file, text } of [...standard, ...own]) {
      await mkdir(dirname(join(baseDir, file)), { recursive: true });
      await writeFile(join(baseDir, file), text);
    }
    const app = own[0]?.file.split('/')[1] ?? '';
    const { violations, warnings } = await auditApp({ baseDir, app });
    expect([...violations, ...warnings]).toEqual([]);
    await rm(baseDir, { recursive: true });
  },
);

test('links to documents are valid', () => {
  const known = new Set([
    'state',
    'variables',
    ...files.map(({ source }) => source.replace(/^resources\//, '')),
  ]);
  const wrong = documents.flatMap(({ source, text }) =>
    [...text.matchAll(/ui:\/\/([\w./-]*\w)/g)]
      .filter(([, target = '']) => !known.has(target) && !known.has(`${target}.md`) && target !== 'patterns')
      .map(([whole]) => `${source}: ${whole}`),
  );
  expect(wrong).toEqual([]);
});

test('agents and skills begin with the header that clients parse', () => {
  for (const { source, text } of files.filter((file) => /^init\/(agents|skills)\//.test(file.source)))
    expect(text, source).toMatch(/^---\nname: [a-z-]+\ndescription: [^\n]+\n---\n/);
});

test('scripts run in any POSIX shell', () => {
  for (const { source, text } of files.filter(({ source }) => source.startsWith('scripts/'))) {
    expect(text.startsWith('#!/bin/sh\n'), source).toBe(true);
    expect(text, source).not.toMatch(/\[\[|\blocal\b|\r/);
    expect(text, source).toContain('"$here/mcp-port"');
    expect(text, source).toContain('$here/ui-token');
  }
});
