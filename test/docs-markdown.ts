import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A fenced block of a document. */
export interface Fence {
  language: string;
  code: string;
  /** The line of the document where its code begins. */
  line: number;
}

/** The documents that people read: README and its neighbours, docs/, the examples. */
export const documents: string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
].sort();

export const readDocument = (name: string): string => readFileSync(join(root, name), 'utf8');

export function fencesOf(text: string): Fence[] {
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [whole, indent = '', language = '', code = ''] = match;
    const codeAt = match.index + whole.indexOf('\n') + 1;
    return {
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: text.slice(0, codeAt).split('\n').length,
    };
  });
}
