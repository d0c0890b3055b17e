import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** The texts that a source file can show to somebody: string literals, templates and JSX text. */
export function stringsIn(path) {
  const source = readFileSync(path, 'utf8');
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (!isNode(node) || /^(TS|Import)/.test(node.type)) return;
    if (node.type === 'TemplateLiteral') found.push(source.slice(node.start, node.end));
    else if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string')
      found.push(node.value);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return found;
}

const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
