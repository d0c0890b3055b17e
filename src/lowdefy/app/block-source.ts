import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resolveExport } from './resolve-package.ts';

/**
 * What kind of block a plugin has, read from its source text. Blocks import styles and browser code that Node cannot
 * load, and only two words are needed: `Name.meta = { category: 'input', valueType: 'string' }`.
 */
export function metaFromSource(folder: string, name: string): Record<string, unknown> | undefined {
  const { text = '', isOwnFile } = sourceOf(folder, name);
  const [, meta] = new RegExp(`${isOwnFile ? '\\w+' : name}\\.meta\\s*=\\s*\\{([^}]*)\\}`).exec(text) ?? [];
  if (meta === undefined) return undefined;
  const word = (key: string) => new RegExp(`\\b${key}["']?\\s*:\\s*["']([\\w-]+)["']`).exec(meta)?.[1];
  return { category: word('category'), valueType: word('valueType') };
}

/** The initial value of a package's input, such as `initValue: { current: 1 }`: numbers by name. */
export function initValueFromSource(folder: string, name: string): Record<string, number> | undefined {
  const [, value] = /\binitValue\s*:\s*\{([^}]*)\}/.exec(sourceOf(folder, name).text ?? '') ?? [];
  if (value === undefined) return undefined;
  const numbers = [...value.matchAll(/(\w+)\s*:\s*(-?\d+)/g)].map(([, key, number]) => [key, Number(number)]);
  return Object.fromEntries(numbers);
}

/** The source of a component: in its own file, or in the one that lists all. */
function sourceOf(folder: string, name: string): { text?: string; isOwnFile: boolean } {
  const list = resolveExport(folder, 'blocks');
  if (list === undefined) return { isOwnFile: false };
  const exported = new RegExp(
    `export\\s*\\{[^}]*\\bdefault as ${name}\\b[^}]*\\}\\s*from\\s*['"]([^'"]+)['"]`,
  );
  const [, path] = exported.exec(readFileSync(list, 'utf8')) ?? [];
  const file = path === undefined ? list : join(dirname(list), path);
  const isOwnFile = path !== undefined;
  return existsSync(file) ? { text: readFileSync(file, 'utf8'), isOwnFile } : { isOwnFile };
}

/** Whether a plugin's blocks define what agents see of them: `Name.mcpRender = …` next to the component. */
export function speaksToAgents(folder: string): boolean {
  const list = resolveExport(folder, 'blocks');
  if (list === undefined) return false;
  const text = readFileSync(list, 'utf8');
  const files = [...text.matchAll(/from\s*['"](\.[^'"]+)['"]/g)].map(([, path = '']) =>
    join(dirname(list), path),
  );
  return [text, ...files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))].some(
    (source) => /\bmcp(Render|Schema|Output)\b/.test(source),
  );
}
