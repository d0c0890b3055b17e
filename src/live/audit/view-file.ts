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
  /** What its tags are already known to be wrong in. */
  tagFindings: LocalFinding[];
}

/** The type and the namespace in a file name: `MCP.ChatMessage.list-item.html`. Undefined when one is missing. */
export function readViewName(fileName: string): { type: string; namespace: string } | undefined {
  const found = /^([A-Za-z_][\w.-]*)\.([\w-]+)\.html$/.exec(fileName);
  return found ? { type: found[1] ?? '', namespace: found[2] ?? '' } : undefined;
}

export function readView(file: string, html: string): ViewFile {
  const name = readViewName(file.split('/').at(-1) ?? '') ?? { type: '', namespace: '' };
  const { roots, findings } = readHtml(html);
  return { file, ...name, roots, bindings: bindingsOf(roots), tagFindings: findings };
}
