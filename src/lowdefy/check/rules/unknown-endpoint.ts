import { nearest } from '../../../lib/nearest.ts';
import type { PageModel } from '../app-model.ts';
import type { Place } from '../config-finding.ts';
import { nodeAt } from '../config-node.ts';
import { actionsOn, literalsIn, readBy } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unknownEndpoint: Rule = {
  code: 'unknown-endpoint',
  severity: 'error',
  about: 'A CallAPI action or `_api` names an endpoint that does not exist.',
  fix: 'Correct the endpoint id, or add the endpoint under api: in lowdefy.yaml.',
  *check({ pages, endpointIds }) {
    if (!endpointIds) return;
    for (const page of pages)
      for (const { name, at } of namedEndpoints(page))
        if (!endpointIds.has(name))
          yield { at, message: `The app has no endpoint "${name}".`, suggestion: nearest(name, endpointIds) };
  },
};

function* namedEndpoints(page: PageModel): Iterable<{ name: string; at: Place }> {
  for (const { params } of actionsOn(page, 'CallAPI'))
    for (const { value, at } of literalsIn(nodeAt(params, 'endpointId'))) yield { name: value, at };
  yield* readBy(page.operators, '_api');
}
