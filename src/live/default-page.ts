import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../lib/has-code.ts';
import { escapeHtml } from '../lib/html-page.ts';

/** Styles for all themes: linked first, not a theme. */
const BASE_THEME = 'base';
const THEME_FILE = /^([\w-]+)\.css$/;
/** How pages of the original name the theme before one is chosen. */
const FIRST_THEME = /localStorage\.getItem\(\s*['"]theme['"]\s*\)\s*\|\|\s*['"]([\w-]+)['"]/;

/** Our own page with the folder's themes; `hasShell`: the folder's own view replaces our bar. */
export async function toDefaultPage(
  file: string,
  { baseDir, hasShell, authorHtml = '' }: { baseDir: string; hasShell: boolean; authorHtml?: string },
): Promise<string> {
  const html = await readFile(file, 'utf8');
  const themes = themesOf(baseDir);
  const first = FIRST_THEME.exec(authorHtml)?.[1];
  const theme = themes.find((name) => name === first) ?? themes.find((name) => name !== BASE_THEME);
  const links = themes.map((name) => `<link rel="stylesheet" href="/themes/${escapeHtml(name)}.css">\n`);
  return html
    .replace('<html', theme === undefined ? '<html' : `<html class="theme-${theme}"`)
    .replace('</head>', `${links.join('')}</head>`)
    .replace('class="ui-framed"', hasShell ? 'class="ui-framed ui-own-shell"' : 'class="ui-framed"');
}

function themesOf(baseDir: string): string[] {
  try {
    const names = readdirSync(join(baseDir, 'html', 'themes')).flatMap(
      (file) => THEME_FILE.exec(file)?.[1] ?? [],
    );
    return names.sort((a, b) => Number(b === BASE_THEME) - Number(a === BASE_THEME) || a.localeCompare(b));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
