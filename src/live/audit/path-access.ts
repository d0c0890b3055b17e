import type { PathProblem, ViewPath } from './path-grammar.ts';

export type Access = 'r' | 'w' | 'rw' | 'action';

const ACCESSES = ['r', 'w', 'rw', 'action'];
const PRIORITIES = ['low', 'medium', 'med', 'high'];

/** Properties with a meaning for the product; others are passed to Lua unchanged. */
export const KNOWN_PROPERTIES = [
  'access',
  'wrapper',
  'itemWrapper',
  'item',
  'create',
  'priority',
  'keypress',
  'scrollOnOutput',
  'replace',
  'namespace',
  'fallbackNamespace',
  'inactive',
];

/** What a binding may do with its path: its `access` property, or the default of its attribute. */
export function accessOf(path: ViewPath, byDefault: Access): Access {
  const named = path.properties.access;
  if (named !== undefined && ACCESSES.includes(named)) return named as Access;
  return byDefault;
}

/** Rules that relate the end of a path to its access, and the allowed values of properties. */
export function accessProblem(path: ViewPath, byDefault: Access): Pick<PathProblem, 'message'> | undefined {
  const { access, priority } = path.properties;
  if (access !== undefined && !ACCESSES.includes(access))
    return { message: `access=${access} does not exist; it is r, w, rw or action.` };
  if (priority !== undefined && !PRIORITIES.includes(priority))
    return { message: `priority=${priority} does not exist; it is low, medium or high.` };
  const used = accessOf(path, byDefault);
  const last = path.steps.at(-1);
  if (last?.kind !== 'call') return undefined;
  if (!last.takesValue && used === 'w')
    return {
      message: `"${last.name}()" is called without a value, so nothing can be written; use "${last.name}(_)?access=w", or access=rw to read and write.`,
    };
  if (last.takesValue && (used === 'r' || used === 'rw'))
    return {
      message: `"${last.name}(_)" is for writing only; use "?access=w", or "${last.name}()?access=rw" to read and write with one method.`,
    };
  return undefined;
}
