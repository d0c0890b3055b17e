import { nearest } from '../../lib/nearest.ts';
import type { LocalFinding } from './finding.ts';
import { accessOf, accessProblem, KNOWN_PROPERTIES } from './path-access.ts';
import type { PathProblemCode, ViewPath } from './path-grammar.ts';
import type { Binding } from './view-bindings.ts';
import type { ViewFile } from './view-file.ts';

const RULE_OF: Partial<Record<PathProblemCode, string>> = {
  operator: 'path-operator',
  literal: 'path-operator',
  arguments: 'path-arguments',
  brackets: 'path-brackets',
  property: 'path-property',
};

/** Checks paths as written, without looking at Lua. */
export function checkViewPaths(view: ViewFile): LocalFinding[] {
  return view.bindings.flatMap((binding) => {
    if (!binding.read.ok) {
      const { code, message } = binding.read.problem;
      return [finding(binding, 'violation', RULE_OF[code] ?? 'path-grammar', message)];
    }
    const { path } = binding.read;
    return [
      ...checkAccess(binding, path),
      ...checkProperties(binding, path),
      ...checkBrackets(binding, path),
    ];
  });
}

function finding(
  { attribute, text, line }: Binding,
  severity: LocalFinding['severity'],
  rule: string,
  message: string,
): LocalFinding {
  return { severity, rule, message: `${attribute}="${text}": ${message}`, line };
}

function checkAccess(binding: Binding, path: ViewPath): LocalFinding[] {
  const problem = accessProblem(path, binding.access);
  if (problem) return [finding(binding, 'violation', 'path-access', problem.message)];
  const access = accessOf(path, binding.access);
  const shows = !['value', 'action', 'event'].includes(binding.kind);
  if (shows && (access === 'w' || access === 'action'))
    return [
      finding(
        binding,
        'violation',
        'path-access',
        `with access=${access} it is never read, so nothing is shown.`,
      ),
    ];
  if ((binding.kind === 'action' || binding.kind === 'event') && (access === 'r' || access === 'rw'))
    return [
      finding(
        binding,
        'violation',
        'path-access',
        `${binding.attribute} only writes; remove access=${access}.`,
      ),
    ];
  return [];
}

function checkProperties(binding: Binding, path: ViewPath): LocalFinding[] {
  return Object.keys(path.properties)
    .map((name) => name.split(':')[0] ?? name)
    .filter((name) => !KNOWN_PROPERTIES.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, KNOWN_PROPERTIES);
      // Other properties are the author's own: Lua reads them with variable:getProperty().
      return meant
        ? [
            finding(
              binding,
              'warning',
              'path-property',
              `"${name}" is not a known property. Did you mean "${meant}"?`,
            ),
          ]
        : [];
    });
}

function checkBrackets(binding: Binding, path: ViewPath): LocalFinding[] {
  if (!path.usesBrackets) return [];
  const better = binding.text.replace(/\[(\d+)\]/g, '.$1');
  return [finding(binding, 'warning', 'path-brackets', `write "${better}"; indexes start at 0.`)];
}
