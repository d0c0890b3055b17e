import { checkViewAttributes } from './check-view-attributes.ts';
import { checkViewElements } from './check-view-elements.ts';
import { checkViewPaths } from './check-view-paths.ts';
import type { LocalFinding } from './finding.ts';
import { eachElement } from './html-tree.ts';
import type { ViewFile } from './view-file.ts';

/** Everything that can be checked about a view by itself. `isItem`: it is shown once per list item. */
export function checkView(view: ViewFile, isItem = view.namespace === 'list-item'): LocalFinding[] {
  return [
    ...checkName(view),
    ...view.tagFindings,
    ...checkViewAttributes(view),
    ...checkViewPaths(view),
    ...checkViewElements(view),
    ...checkInterpolation(view),
    ...(isItem ? checkItemStyle(view) : []),
  ];
}

function checkName({ type, file }: ViewFile): LocalFinding[] {
  if (type) return [];
  const message = `"${file.split('/').at(-1)}" is not a valid view name; use TYPE.NAMESPACE.html, such as Contact.DEFAULT.html.`;
  return [{ severity: 'violation', rule: 'view-name', message, line: 1 }];
}

function checkInterpolation(view: ViewFile): LocalFinding[] {
  return [...eachElement(view.roots)]
    .filter(({ tag, text }) => tag !== 'script' && tag !== 'style' && /\{\{[^{}]{0,200}\}\}/.test(text))
    .map(({ line, tag }) => ({
      severity: 'warning',
      rule: 'interpolation',
      message: `{{ }} in <${tag}> is shown literally; bind <span ui-value="path"></span>.`,
      line,
    }));
}

function checkItemStyle(view: ViewFile): LocalFinding[] {
  return [...eachElement(view.roots)]
    .filter(({ tag }) => tag === 'style')
    .map(({ line }) => ({
      severity: 'warning',
      rule: 'style-in-list-item',
      message:
        '<style> in a view of a list item is repeated for every item; move it to the view around the list.',
      line,
    }));
}
