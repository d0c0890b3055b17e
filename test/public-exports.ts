import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '..');

/** What the package exports, by the address that users import. */
export const ENTRIES: Record<string, string> = {
  'tandem-mcp': 'src/index.ts',
  'tandem-mcp/ask': 'src/ask/index.ts',
  'tandem-mcp/ask/client': 'src/ask/client.ts',
  'tandem-mcp/chat': 'src/chat/index.ts',
  'tandem-mcp/react': 'src/react/index.ts',
  'tandem-mcp/stores': 'src/stores/index.ts',
};

export interface PublicExport {
  entry: string;
  name: string;
  isValue: boolean;
  /** The doc comment of its first declaration; empty if there is none. */
  doc: string;
  /** The file that declares it, and where its declaration starts. */
  path: string;
  start: number;
}

export const publicExports: readonly PublicExport[] = Object.entries(ENTRIES).flatMap(([entry, file]) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/export (type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, allTypes, names = '', from = '']) => {
      const path = join(root, dirname(file), from);
      const source = readFileSync(path, 'utf8');
      return [...names.matchAll(/(type )?(\w+)/g)].map(([, type, name = '']): PublicExport => {
        const declaration = new RegExp(
          `^export (?:async )?(?:type|interface|class|const|function) ${name}\\b`,
          'm',
        );
        const start = declaration.exec(source)?.index ?? 0;
        const before = source.slice(0, start);
        const doc = before.endsWith('*/\n') ? before.slice(before.lastIndexOf('/**')) : '';
        return { entry, name, isValue: !allTypes && !type, doc, path, start };
      });
    },
  ),
);

/** The declaration without what is behind it: bodies of functions and classes, values of constants. */
export function declarationOf({ path, start }: PublicExport): string {
  const source = readFileSync(path, 'utf8');
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const node = program.body.find((one) => one.start === start);
  const declared = node?.type === 'ExportNamedDeclaration' ? node.declaration : undefined;
  if (!declared) return '';
  if (declared.type === 'FunctionDeclaration' || declared.type === 'ClassDeclaration')
    return source.slice(declared.start, declared.body?.start ?? declared.end).trim();
  if (declared.type === 'VariableDeclaration') {
    const [first] = declared.declarations;
    return source.slice(declared.start, first?.init?.start ?? declared.end).replace(/\s*=\s*$/, '');
  }
  return source.slice(declared.start, declared.end);
}
