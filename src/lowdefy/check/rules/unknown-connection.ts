import { nearest } from '../../../lib/nearest.ts';
import { nodeAt, textOf } from '../config-node.ts';
import type { Rule } from '../rule.ts';

export const unknownConnection: Rule = {
  code: 'unknown-connection',
  severity: 'error',
  about: 'A request names a connection that does not exist.',
  fix: 'Correct connectionId, or add the connection under connections: in lowdefy.yaml.',
  *check({ connectionIds, pages, steps }) {
    if (!connectionIds) return;
    for (const { id, node } of [...pages.flatMap(({ requests }) => requests), ...steps]) {
      const target = nodeAt(node, 'connectionId');
      const name = textOf(target);
      if (!target || name === undefined || connectionIds.has(name)) continue;
      yield {
        at: target.at,
        message: `The request "${id}" uses the connection "${name}", which does not exist.`,
        suggestion: nearest(name, connectionIds),
      };
    }
  },
};
