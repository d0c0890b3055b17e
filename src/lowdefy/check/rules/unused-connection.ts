import { everythingIn, nodeAt, textOf } from '../config-node.ts';
import type { Rule } from '../rule.ts';

export const unusedConnection: Rule = {
  code: 'unused-connection',
  severity: 'hint',
  about: 'No request uses a connection.',
  fix: 'Remove the connection, or use it.',
  *check({ root, connections }) {
    const ids = new Set(connections.map(({ node }) => nodeAt(node, 'id')));
    const named = new Set(
      [...everythingIn(root)].flatMap((node) => (ids.has(node) ? [] : (textOf(node) ?? []))),
    );
    for (const { id, at } of connections)
      if (id !== undefined && !named.has(id))
        yield { at, message: `No request uses the connection "${id}".` };
  },
};
