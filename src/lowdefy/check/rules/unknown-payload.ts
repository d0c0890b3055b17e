import { nearest } from '../../../lib/nearest.ts';
import { type ConfigNode, nodeAt, operatorOf } from '../config-node.ts';
import { readBy } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unknownPayload: Rule = {
  code: 'unknown-payload',
  severity: 'error',
  about: 'A request reads a `_payload` that it does not send, so it gets nothing.',
  fix: 'Add the key under payload: of the request, or correct the name.',
  *check({ pages }) {
    for (const { requests } of pages)
      for (const { id, node, operators } of requests) {
        const keys = keysOf(nodeAt(node, 'payload'));
        if (!keys) continue;
        for (const { name, at } of readBy(operators, '_payload'))
          if (!keys.includes(name))
            yield {
              at,
              message: `The payload of the request "${id}" has no "${name}".`,
              suggestion: nearest(name, keys),
            };
      }
  },
};

/** Undefined if they are computed. */
function keysOf(payload: ConfigNode | undefined): string[] | undefined {
  if (!payload) return [];
  return payload.kind === 'map' && !operatorOf(payload) ? [...payload.entries.keys()] : undefined;
}
