import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientPackages } from './client-packages.ts';

const GRID_THEMES = ['alpine', 'balham', 'material'];
/** The stock values of what Lowdefy's own rules use; everything else they take from antd's compiled styles. */
const VARIABLES: Record<string, string> = { '@margin-xss': '4px', '@primary-color': '#1890ff' };

/**
 * The style sheet of the client: antd's and the grid's as they are, and the few rules that Lowdefy adds in Less. Themed clients import their
 * styles, or make them in the page.
 */
export function clientStyles({
  folderOf,
  blocks,
  isThemed,
}: Pick<ClientPackages, 'folderOf' | 'blocks' | 'isThemed'>): string {
  if (isThemed) return '';
  const files = [
    ['antd', 'dist/antd.css'],
    ['@ag-grid-community/styles', 'ag-grid.css'],
    ...GRID_THEMES.map((theme) => ['@ag-grid-community/styles', `ag-theme-${theme}.css`]),
  ].flatMap(([name = '', file = '']) => {
    const path = join(folderOf(name) ?? '', file);
    return existsSync(path) ? [path] : [];
  });
  const packages = [...blocks.map(({ name }) => name), '@lowdefy/client', '@lowdefy/layout'];
  const rules = packages.flatMap((name) => lessIn(join(folderOf(name) ?? '', 'dist'))).map(toPlainRules);
  return [...files.map((file) => `@import ${JSON.stringify(file)};`), ...rules].join('\n');
}

function lessIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  return names
    .filter((name) => /\bstyle\.less$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Without imports, comments and variables. Rules inside rules are CSS by now. */
function toPlainRules(less: string): string {
  const text = less
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/[^\n]*/g, '')
    .replace(/@import[^;]*;/g, '');
  return text.replace(/@(?!keyframes|media|supports)[\w-]+/g, (name) => VARIABLES[name] ?? 'initial').trim();
}
