import type { PageModel } from '../app-model.ts';
import { actionsOn, literalsIn, readBy } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unusedRequest: Rule = {
  code: 'unused-request',
  severity: 'warning',
  about: 'No Request action of the page calls a request.',
  fix: 'Call it with a Request action, for example in onMount, or remove it.',
  *check({ pages, facts: { settings } }) {
    for (const page of pages) {
      const called = calledOn(page);
      if (!called) continue;
      const read = new Set([...readBy(page.operators, '_request')].map(({ name }) => name));
      for (const { id, at } of page.requests) {
        if (id === undefined || called.has(id) || settings.includes(id)) continue;
        const but = read.has(id) ? ', although _request reads its response' : '';
        yield { at, message: `Nothing on the page "${page.id}" calls the request "${id}"${but}.` };
      }
    }
  },
};

/** Undefined if some are computed, or all are called. */
function calledOn(page: PageModel): Set<string> | undefined {
  const called = new Set<string>();
  if (!page.requestIds) return undefined;
  for (const { params } of actionsOn(page, 'Request')) {
    const names = literalsIn(params);
    if (names.length !== (params?.kind === 'list' ? params.items.length : 1)) return undefined;
    for (const { value } of names) called.add(value);
  }
  return called;
}
