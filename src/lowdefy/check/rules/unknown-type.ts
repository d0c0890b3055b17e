import { nearest } from '../../../lib/nearest.ts';
import { suggestPlugin } from '../../build/suggest-plugin.ts';
import type { NamedUse } from '../app-model.ts';
import type { CheckedApp, Rule } from '../rule.ts';

type Kind = 'Block' | 'Action' | 'Request' | 'Connection';

export const unknownType: Rule = {
  code: 'unknown-type',
  severity: 'error',
  about:
    'A block, action, request or connection is of a type that neither Lowdefy nor a plugin of the app has.',
  fix: 'Correct the type, or add the plugin that has it under plugins: in lowdefy.yaml and install it.',
  *check(app) {
    const { types, version, isExact, dir, plugins } = app.facts;
    if (!types) return;
    const known = {
      Block: types.blocks,
      Action: types.actions,
      Request: types.requests,
      Connection: types.connections,
    };
    /** It looks through every installed package. */
    const fixes = new Map<string, string>();
    const fixFor = (kind: Kind, type: string) => {
      const fix = fixes.get(type) ?? suggestPlugin({ kind, type }, { dir, plugins });
      fixes.set(type, fix);
      return fix;
    };
    for (const [kind, { type, typeAt }] of typedThings(app)) {
      if (type === undefined || known[kind].has(type)) continue;
      const suggestion = nearest(type, known[kind]);
      yield {
        at: typeAt,
        message: `Lowdefy ${version} has no ${kind.toLowerCase()} type "${type}".`,
        suggestion,
        ...(!isExact && { severity: 'warning' }),
        ...(suggestion === undefined && { fix: fixFor(kind, type) }),
      };
    }
  },
};

function* typedThings({ pages, connections, steps }: CheckedApp): Iterable<[Kind, NamedUse]> {
  for (const connection of connections) yield ['Connection', connection];
  for (const step of steps) yield ['Request', step];
  for (const { blocks, requests } of pages) {
    for (const request of requests) yield ['Request', request];
    for (const block of blocks) {
      yield ['Block', block];
      for (const { actions } of block.events) for (const action of actions) yield ['Action', action];
    }
  }
}
