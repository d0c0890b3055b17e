import { nearest } from '../../lib/nearest.ts';
import type { LocalFinding } from './finding.ts';
import { attributeOf, type HtmlElement } from './html-tree.ts';
import { BUILT_IN_TYPES, type LuaModel } from './lua-model.ts';
import type { Held } from './lua-types.ts';
import type { ViewPath } from './path-grammar.ts';
import type { Binding } from './view-bindings.ts';
import type { ViewFile } from './view-file.ts';

export interface ShownTypes {
  model: LuaModel;
  held: Map<string, Held>;
  /** `Type.NAMESPACE` of every view that can be shown, including those of other apps. */
  viewKeys: Set<string>;
}

/** Whether what `ui-view` and `ui-viewlist` show has a type, and the type a view. */
export function checkViewTypes(view: ViewFile, shown: ShownTypes): LocalFinding[] {
  return [
    ...checkOwnType(view, shown.model),
    ...view.bindings.flatMap((binding) =>
      binding.read.ok && (binding.kind === 'view' || binding.kind === 'viewlist')
        ? checkShown(binding, binding.read.path, shown)
        : [],
    ),
  ];
}

/** The namespace that a list or view uses, if the view itself says so. */
export function namespaceOf({ element, read }: Binding): string | undefined {
  if (read.ok && read.path.properties.namespace) return read.path.properties.namespace;
  for (let at: HtmlElement | undefined = element; at; at = at.parent) {
    const named = attributeOf(at, 'ui-namespace');
    if (named) return named;
  }
  return undefined;
}

export function isList({ kind, read }: Binding): boolean {
  return kind === 'viewlist' || (read.ok && read.path.properties.wrapper === 'lua.ViewList');
}

function isKnown(type: string, model: LuaModel): boolean {
  return (
    model.types.has(type) ||
    model.byVariable.has(type) ||
    model.looseTypes.has(type) ||
    BUILT_IN_TYPES.includes(type)
  );
}

function checkOwnType({ type }: ViewFile, model: LuaModel): LocalFinding[] {
  if (!type || isKnown(type, model)) return [];
  const meant = nearest(type, model.types.keys());
  const message = `No prototype is named "${type}", so this view is never shown.${meant ? ` Did you mean "${meant}"?` : ''}`;
  return [{ severity: 'warning', rule: 'unknown-type', message, line: 1 }];
}

function checkShown(binding: Binding, path: ViewPath, shown: ShownTypes): LocalFinding[] {
  const { wrapper, create } = path.properties;
  const itemWrapper =
    attributeOf(binding.element, 'ui-item-wrapper') ?? path.properties.itemWrapper ?? path.properties.item;
  const say = (severity: LocalFinding['severity'], rule: string, message: string): LocalFinding => ({
    severity,
    rule,
    message: `${binding.attribute}="${binding.text}": ${message}`,
    line: binding.line,
  });

  const named = [wrapper, itemWrapper, create].filter((type) => type !== undefined);
  const unknown = named.filter((type) => !isKnown(type, shown.model) && !shown.model.names.has(type));
  if (unknown.length > 0)
    return unknown.map((type) => {
      const meant = nearest(type, [...shown.model.types.keys(), ...BUILT_IN_TYPES]);
      return say(
        'violation',
        'unknown-type',
        `no prototype is named "${type}".${meant ? ` Did you mean "${meant}"?` : ''}`,
      );
    });
  if (binding.kind === 'viewlist' && wrapper === 'lua.ViewList')
    return [
      say(
        'violation',
        'viewlist-wrapper',
        'lua.ViewList turns the list into an object; use it with ui-view.',
      ),
    ];

  const last = path.steps.at(-1);
  const held = last && last.kind !== 'index' ? shown.held.get(last.name) : undefined;
  const list = isList(binding);
  if (!list && !wrapper && !create && held && held.many.size > 0 && held.one.size === 0)
    return [
      say(
        'warning',
        'list-without-wrapper',
        'this is a list, and ui-view shows one object; add "?wrapper=lua.ViewList".',
      ),
    ];

  const certain = list ? itemWrapper : (wrapper ?? create);
  const types = certain ? [certain] : [...((list ? held?.many : held?.one) ?? [])];
  return types
    .filter((type) => !BUILT_IN_TYPES.includes(type) && !hasView(type, binding, list, shown.viewKeys))
    .map((type) => {
      const wanted = `${type}.${namespaceOf(binding) ?? (list ? 'list-item' : 'DEFAULT')}.html`;
      return say(certain ? 'violation' : 'warning', 'missing-view', `${type} has no view; write ${wanted}.`);
    });
}

function hasView(type: string, binding: Binding, list: boolean, keys: ReadonlySet<string>): boolean {
  const namespace = namespaceOf(binding);
  const tried = [...(namespace ? [namespace] : []), ...(list ? ['list-item'] : []), 'DEFAULT'];
  if (tried.some((name) => keys.has(`${type}.${name}`))) return true;
  // An outer view may set the namespace: then any view of the type may match.
  return namespace === undefined && [...keys].some((key) => key.slice(0, key.lastIndexOf('.')) === type);
}
