import { isMap, isPair, LineCounter, parseDocument, type Scalar, visit, type YAMLMap } from 'yaml';
import { type ConfigFiles, shownName } from './config-files.ts';

export interface ConfigPlace {
  file: string;
  line: number;
  id: string | undefined;
  /** If the page is in the same file. */
  pageId: string | undefined;
}

/** Where the configuration's files contain such a map; `keys` are the names of its parents. */
export function findInConfig(
  { dir, files }: { dir: string; files: ConfigFiles },
  matches: (map: YAMLMap, keys: string[]) => boolean,
): ConfigPlace[] {
  const places: ConfigPlace[] = [];
  for (const [path, content] of files) {
    if (!/\.(ya?ml|json)$/.test(path)) continue;
    const lines = new LineCounter();
    const document = parseDocument(String(content), { lineCounter: lines, prettyErrors: false });
    if (document.errors.length > 0) continue;
    visit(document, {
      Map(_, map, ancestors) {
        const keys = ancestors.filter(isPair).map((pair) => String((pair.key as Scalar).value ?? ''));
        if (!matches(map, keys)) return;
        places.push({
          file: shownName(dir, path),
          line: map.range ? lines.linePos(map.range[0]).line : 1,
          id: textOf(map.get('id')),
          pageId: pageOf([...ancestors, map]),
        });
      },
    });
  }
  return places;
}

/** The map directly under `pages:`. */
function pageOf(ancestors: readonly unknown[]): string | undefined {
  const pages = ancestors.findIndex((node) => isPair(node) && (node.key as Scalar).value === 'pages');
  const page = pages < 0 ? undefined : ancestors.slice(pages).find(isMap);
  return page ? textOf(page.get('id')) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
