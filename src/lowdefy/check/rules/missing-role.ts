import { nearest } from '../../../lib/nearest.ts';
import { nodeAt } from '../config-node.ts';
import type { Rule } from '../rule.ts';

export const missingRole: Rule = {
  code: 'missing-role',
  severity: 'warning',
  about: 'Pages need a role that no configured user has, so nobody can open them through this server.',
  fix: 'Give the role to a user under mcp.user or mcp.auth in tandem.yaml, or correct its name.',
  *check({ root, facts: { roles } }) {
    // Tokens say which roles people have, or nobody is configured yet.
    if (!roles || roles.length === 0) return;
    const wanted = nodeAt(root, 'auth', 'pages', 'roles');
    if (wanted?.kind !== 'map') return;
    for (const [role, { at }] of wanted.entries)
      if (!roles.includes(role))
        yield { at, message: `No configured user has the role "${role}".`, suggestion: nearest(role, roles) };
  },
};
