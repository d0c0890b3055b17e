import { nearest } from '../../../lib/nearest.ts';
import { nodeAt, operatorOf } from '../config-node.ts';
import { actionsOn, readBy } from '../references.ts';
import type { CheckedApp, Rule } from '../rule.ts';

export const unsetGlobal: Rule = {
  code: 'unset-global',
  severity: 'hint',
  about: '`_global` reads a key that is neither under `global:` nor set by SetGlobal, so it is always null.',
  fix: 'Correct the key, or add it under global: in lowdefy.yaml.',
  *check(app) {
    const keys = globalKeys(app);
    if (!keys) return;
    for (const { name, at } of readBy(app.operators, '_global'))
      if (!keys.has(name))
        yield { at, message: `Nothing sets "${name}" in global.`, suggestion: nearest(name, keys) };
  },
};

/** Undefined if some are computed. */
function globalKeys({ root, pages }: CheckedApp): Set<string> | undefined {
  const sources = [
    nodeAt(root, 'global'),
    ...pages.flatMap((page) => [...actionsOn(page, 'SetGlobal')].map(({ params }) => params)),
  ];
  const keys = new Set<string>();
  for (const source of sources) {
    if (!source) continue;
    if (source.kind !== 'map' || operatorOf(source)) return undefined;
    for (const key of source.entries.keys()) keys.add(key.split(/[.[]/)[0] ?? '');
  }
  return keys;
}
