import type { LocalFinding } from './finding.ts';
import { type HtmlElement, readHtml } from './html-tree.ts';
import { type Binding, bindingsOf } from './view-bindings.ts';

/** A view as the audit sees it. */
export interface ViewFile {
  /** Relative to base_dir. */
  file: string;
  type: string;
  namespace: string;
  roots: HtmlElement[];
  bindings: Binding[];
  /** Known problems of its tags. */
  tagFindings: LocalFinding[];
}

/** The type and the namespace in a file name: `MCP.ChatMessage.list-item.html`. Undefined when one is missing. */
export function readViewName(fileName: string): { type: string; namespace: string } | undefined {
  const found = /^([A-Za-z_][\w.-]*)\.([\w-]+)\.html$/.exec(fileName);
  return found ? { type: found[1] ?? '', namespace: found[2] ?? '' } : undefined;
}

/** Each is compared with every name of the app, so many would take long. */
const MAX_BINDINGS = 2000;

export function readView(file: string, html: string): ViewFile {
  const name = readViewName(file.split('/').at(-1) ?? '') ?? { type: '', namespace: '' };
  const { roots, findings } = readHtml(html);
  const bindings = bindingsOf(roots);
  const isTooMany: LocalFinding[] =
    bindings.length <= MAX_BINDINGS
      ? []
      : [
          {
            severity: 'warning',
            rule: 'too-big',
            message: `The view has ${bindings.length} bindings; the first ${MAX_BINDINGS} were checked. Split it.`,
            line: 1,
          },
        ];
  return {
    file,
    ...name,
    roots,
    bindings: bindings.slice(0, MAX_BINDINGS),
    tagFindings: [...findings, ...isTooMany],
  };
}
