import { everythingIn, nodeAt, textOf } from '../config-node.ts';
import { actionsOn } from '../references.ts';
import type { CheckedApp, Rule } from '../rule.ts';

export const unusedPage: Rule = {
  code: 'unused-page',
  severity: 'hint',
  about: 'No menu and no link leads to a page.',
  fix: 'Link to the page from a menu or another page, or remove it. If people open it by its address, leave it.',
  *check(app) {
    const named = namedIn(app);
    if (!named) return;
    // The first page is the home page if nothing else is.
    const [first] = app.pages;
    for (const { id, at } of app.pages)
      if (
        id !== undefined &&
        id !== '404' &&
        id !== first?.id &&
        !named.has(id) &&
        !app.facts.settings.includes(id)
      )
        yield { at, message: `Nothing leads to the page "${id}".` };
  },
};

/** Every text that could name a page; undefined if the default menu or a computed link leads to all of them. */
function namedIn({ root, pages }: CheckedApp): Set<string> | undefined {
  if (!nodeAt(root, 'menus')) return undefined;
  for (const page of pages)
    for (const { params } of actionsOn(page, 'Link')) {
      const target = params?.kind === 'map' ? nodeAt(params, 'pageId') : params;
      if (params?.kind === 'open' || (target && textOf(target) === undefined)) return undefined;
    }
  const ids = new Set(pages.map(({ node }) => nodeAt(node, 'id')));
  const named = new Set<string>();
  for (const node of everythingIn(root)) {
    const text = ids.has(node) ? undefined : textOf(node);
    if (text === undefined) continue;
    named.add(text);
    // An address.
    for (const [, id] of text.matchAll(/\/([\w-]+)/g)) named.add(id ?? '');
  }
  return named;
}
