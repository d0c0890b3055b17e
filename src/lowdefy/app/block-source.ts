import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resolveExport } from './resolve-package.ts';

/**
 * What kind of block a plugin has, read from the text of its source. Blocks import styles and browser code that Node
 * cannot load, and what is wanted of them are two words: `Name.meta = { category: 'input', valueType: 'string' }`.
 */
export function metaFromSource(folder: string, name: string): Record<string, unknown> | undefined {
  const list = resolveExport(folder, 'blocks');
  if (list === undefined) return undefined;
  const exported = new RegExp(
    `export\\s*\\{[^}]*\\bdefault as ${name}\\b[^}]*\\}\\s*from\\s*['"]([^'"]+)['"]`,
  );
  const [, path] = exported.exec(readFileSync(list, 'utf8')) ?? [];
  const file = path === undefined ? list : join(dirname(list), path);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const [, meta] =
    new RegExp(`${path === undefined ? name : '\\w+'}\\.meta\\s*=\\s*\\{([^}]*)\\}`).exec(text) ?? [];
  if (meta === undefined) return undefined;
  const word = (key: string) => new RegExp(`\\b${key}["']?\\s*:\\s*["']([\\w-]+)["']`).exec(meta)?.[1];
  return { category: word('category'), valueType: word('valueType') };
}

/** Whether blocks of a plugin say how they are shown: `Name.mcpRender = …` beside the component. */
export function rendersItself(folder: string): boolean {
  const list = resolveExport(folder, 'blocks');
  if (list === undefined) return false;
  const text = readFileSync(list, 'utf8');
  const files = [...text.matchAll(/from\s*['"](\.[^'"]+)['"]/g)].map(([, path = '']) =>
    join(dirname(list), path),
  );
  return [text, ...files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))].some(
    (source) => source.includes('mcpRender'),
  );
}
