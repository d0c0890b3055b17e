import { distance } from 'fastest-levenshtein';
import type { OperatorUse } from '../app-model.ts';
import type { KnownTypes } from '../check-facts.ts';
import type { Rule, RuleReport } from '../rule.ts';

/** Evaluated by the build in every version, or plain data of MongoDB. */
const NOT_CHECKED = new Set(['_build', '_id', '_module', '_oid', '_ref', '_var']);

export const unknownOperator: Rule = {
  code: 'unknown-operator',
  severity: 'error',
  about:
    'An operator does not exist, or does not exist where it is used: `_state` on the server, `_secret` in the browser.',
  fix: 'Correct the operator. If it comes from a plugin, add the plugin under plugins: in lowdefy.yaml.',
  *check({ operators, facts: { types, version, isExact } }) {
    if (!types) return;
    for (const use of operators) {
      const report = NOT_CHECKED.has(use.name) ? undefined : checkUse(use, types, version);
      if (!report) continue;
      if (isExact) yield report;
      else if (report.suggestion !== undefined) yield { ...report, severity: 'warning' };
    }
  },
};

function checkUse(
  { name, at, side }: OperatorUse,
  types: KnownTypes,
  version: string,
): RuleReport | undefined {
  const here = side === 'any' ? new Set([...types.client, ...types.server]) : types[side];
  if (here.has(name)) return undefined;
  if (side === 'client' && types.server.has(name))
    return {
      at,
      message: `${name} only works on the server, in the properties of requests and connections; here it is not evaluated.`,
      fix: `Use ${name} in a request, and show its response.`,
    };
  if (side === 'server' && types.client.has(name))
    return {
      at,
      message: `${name} only works on pages; in the properties of a request or connection it is not evaluated.`,
      fix: `Put {${name}: …} under payload: of the request, and read it here with _payload.`,
    };
  const suggestion = similar(name, here);
  return {
    at,
    message: `Lowdefy ${version} has no operator ${name}, so it is not evaluated.`,
    suggestion,
    // Data may have keys that begin with an underscore.
    ...(suggestion === undefined && { severity: 'warning' }),
  };
}

/** Closer than what is only a hint elsewhere: two letters, or one in a short word. */
function similar(name: string, candidates: Iterable<string>): string | undefined {
  const max = name.length > 4 ? 2 : 1;
  const [best] = [...candidates]
    .map((candidate) => ({ candidate, d: distance(name, candidate) }))
    .filter(({ d }) => d <= max)
    .sort((a, b) => a.d - b.d);
  return best?.candidate;
}
