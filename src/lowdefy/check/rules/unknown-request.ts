import { nearest } from '../../../lib/nearest.ts';
import type { PageModel } from '../app-model.ts';
import type { Place } from '../config-finding.ts';
import { actionsOn, literalsIn, readBy } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unknownRequest: Rule = {
  code: 'unknown-request',
  severity: 'error',
  about: 'A Request action, `_request` or `_request_details` names a request that its page does not have.',
  fix: 'Correct the request id, or add the request under requests: of this page. Pages do not share requests.',
  *check({ pages }) {
    for (const page of pages) {
      const { requestIds, id } = page;
      if (!requestIds) continue;
      for (const { name, at } of namedRequests(page))
        if (!requestIds.has(name))
          yield {
            at,
            message: `The page "${id}" has no request "${name}".`,
            suggestion: nearest(name, requestIds),
          };
    }
  },
};

function* namedRequests(page: PageModel): Iterable<{ name: string; at: Place }> {
  for (const { params } of actionsOn(page, 'Request'))
    for (const { value, at } of literalsIn(params)) yield { name: value, at };
  yield* readBy(page.operators, '_request', '_request_details');
}
