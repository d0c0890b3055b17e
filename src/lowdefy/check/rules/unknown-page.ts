import { nearest } from '../../../lib/nearest.ts';
import { type ConfigNode, everythingIn, nodeAt } from '../config-node.ts';
import { actionsOn, literalsIn } from '../references.ts';
import type { CheckedApp, Rule, RuleReport } from '../rule.ts';

/** Stock blocks with links in their properties. */
const LINK_BLOCKS = /^(Anchor|Breadcrumb|Menu|MobileMenu|PageHeaderMenu|PageSiderMenu|PageSidebarLayout)$/;

export const unknownPage: Rule = {
  code: 'unknown-page',
  severity: 'error',
  about: 'A link, a menu, `homePageId` or `auth.pages` names a page that does not exist.',
  fix: 'Correct the page id, or add the page under pages: in lowdefy.yaml.',
  *check(app) {
    const { pageIds } = app;
    if (!pageIds) return;
    for (const { node, by } of namedPages(app))
      for (const { value, at } of literalsIn(node)) {
        if (pageIds.has(value)) continue;
        const report: RuleReport = { at, message: `${by} the page "${value}", which does not exist.` };
        yield { ...report, suggestion: nearest(value, pageIds) };
      }
  },
};

function* namedPages(app: CheckedApp): Iterable<{ node: ConfigNode | undefined; by: string }> {
  const { root } = app;
  yield { node: nodeAt(root, 'config', 'homePageId'), by: 'config.homePageId names' };
  for (const { node } of app.menuLinks) yield { node: nodeAt(node, 'pageId'), by: 'This menu links to' };
  for (const key of ['public', 'protected'])
    yield { node: nodeAt(root, 'auth', 'pages', key), by: `auth.pages.${key} names` };
  const roles = nodeAt(root, 'auth', 'pages', 'roles');
  if (roles?.kind === 'map')
    for (const [role, { node }] of roles.entries) yield { node, by: `auth.pages.roles.${role} names` };
  for (const page of app.pages) {
    for (const { params } of actionsOn(page, 'Link')) {
      const target = params?.kind === 'scalar' ? params : nodeAt(params, 'pageId');
      yield { node: target, by: 'This Link opens' };
    }
    for (const block of page.blocks) {
      if (!LINK_BLOCKS.test(block.type ?? '')) continue;
      for (const inner of everythingIn(nodeAt(block.node, 'properties')))
        yield { node: nodeAt(inner, 'pageId'), by: `This ${block.type} links to` };
    }
  }
}
