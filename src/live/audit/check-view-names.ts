import { nearest } from '../../lib/nearest.ts';
import type { LocalFinding } from './finding.ts';
import { BUILT_IN_METHODS, hasField, hasMethod, type KnownType, type LuaModel } from './lua-model.ts';
import type { PathStep, ViewPath } from './path-grammar.ts';
import type { Binding } from './view-bindings.ts';
import type { ViewFile } from './view-file.ts';

/** Fields and methods of the product's own objects. */
const PRODUCT_NAMES =
  'item index list baseItem items value type sessionId selectionIndex pollingEvents waitTime status app display renderMarkdown'.split(
    ' ',
  );

/** Compares the names in a view's paths with the Lua of the app. */
export function checkViewNames(view: ViewFile, model: LuaModel, isItem: boolean): LocalFinding[] {
  const type = model.types.get(view.type);
  const isOpen = type === undefined || model.chain(type).includes(undefined);
  return view.bindings.flatMap((binding) => {
    if (!binding.read.ok) return [];
    const { path } = binding.read;
    const [first, ...rest] = path.steps;
    if (isItem && isItemPrefix(path, type, model) && view.type !== 'lua.ViewListItem')
      return [itemPrefix(binding)];
    return [
      ...(first && type ? checkFirst(binding, first, type, model, isOpen) : []),
      ...(type ? rest : path.steps).flatMap((step) => checkAnywhere(binding, step, model)),
      ...checkActionPath(binding, path, type),
    ];
  });
}

function found(
  binding: Binding,
  severity: LocalFinding['severity'],
  rule: string,
  message: string,
): LocalFinding {
  return {
    severity,
    rule,
    message: `${binding.attribute}="${binding.text}": ${message}`,
    line: binding.line,
  };
}

function isItemPrefix({ steps }: ViewPath, type: KnownType | undefined, model: LuaModel): boolean {
  const [first, second] = steps;
  if (!second || first?.kind !== 'field' || first.name !== 'item') return false;
  // A wrapper of items may keep the item in a field of that name.
  return !type || !(hasField(model, type, 'item') || type.methods.has('new'));
}

function itemPrefix(binding: Binding): LocalFinding {
  const better = binding.text.replace(/^\s*item\./, '');
  return found(
    binding,
    'violation',
    'item-prefix',
    `the view of a list item is already bound to the item; write "${better}".`,
  );
}

function checkFirst(
  binding: Binding,
  step: PathStep,
  type: KnownType,
  model: LuaModel,
  isOpen: boolean,
): LocalFinding[] {
  if (step.kind === 'index') return [];
  const { name } = step;
  const method = hasMethod(model, type, name);
  if (step.kind === 'call') {
    if (method !== false) return [];
    return [missingMethod(binding, name, type, hasField(model, type, name))];
  }
  if (method === true && !hasField(model, type, name) && !BUILT_IN_METHODS.includes(name))
    return [
      found(binding, 'violation', 'method-call', `${name} is a method of ${type.name}; write "${name}()".`),
    ];
  if (isOpen || model.names.has(name) || PRODUCT_NAMES.includes(name)) return [];
  return [unknownField(binding, name, [...type.fields.keys(), ...type.methods.keys()])];
}

function missingMethod(binding: Binding, name: string, type: KnownType, isField: boolean): LocalFinding {
  if (isField)
    return found(
      binding,
      'violation',
      'missing-method',
      `${name} is a field of ${type.name}, not a method; remove "()".`,
    );
  const meant = nearest(name, type.methods.keys());
  return found(
    binding,
    'violation',
    'missing-method',
    `${type.name} has no method ${name}.${meant ? ` Did you mean "${meant}"?` : ` Define "function ${type.variable}:${name}()".`}`,
  );
}

/** After the first step the type is unknown: the name must exist somewhere. */
function checkAnywhere(binding: Binding, step: PathStep, model: LuaModel): LocalFinding[] {
  if (step.kind === 'index' || PRODUCT_NAMES.includes(step.name) || BUILT_IN_METHODS.includes(step.name))
    return [];
  if (model.names.has(step.name)) return [];
  const isMade = model.makesMethods || [...model.types.values()].some((type) => type.isOpenEnded);
  if (isMade && step.kind === 'call') return [];
  if (step.kind === 'field') return [unknownField(binding, step.name, model.names)];
  const all = [...model.types.values()].flatMap((type) => [...type.methods.keys()]);
  const meant = nearest(step.name, all);
  return [
    found(
      binding,
      'violation',
      'missing-method',
      `no prototype has a method ${step.name}.${meant ? ` Did you mean "${meant}"?` : ''}`,
    ),
  ];
}

function unknownField(binding: Binding, name: string, candidates: Iterable<string>): LocalFinding {
  const meant = nearest(name, candidates);
  return found(
    binding,
    'warning',
    'unknown-field',
    `nothing in the app's Lua is named ${name}.${meant ? ` Did you mean "${meant}"?` : ''}`,
  );
}

function checkActionPath(binding: Binding, path: ViewPath, type: KnownType | undefined): LocalFinding[] {
  const last = path.steps.at(-1);
  if (binding.kind !== 'action' || last?.kind !== 'field') return [];
  if (path.steps.length === 1 && type?.methods.has(last.name)) return [];
  return [
    found(
      binding,
      'warning',
      'action-path',
      `a click would set ${last.name} to nil; call a method, as in "${last.name}()".`,
    ),
  ];
}
