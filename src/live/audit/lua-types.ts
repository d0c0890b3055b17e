import type { Expression, FunctionDeclaration, Node } from 'luaparse';
import type { LuaModel } from './lua-model.ts';
import { childNodesOf, luaCallOf, nameOf } from './lua-tree.ts';

/** What a field or method contains, as far as the source shows: types of the object, or of a list's items. */
export interface Held {
  one: Set<string>;
  many: Set<string>;
}

interface Scope {
  /** Types of local names, and of the items of local lists. */
  one: Map<string, string>;
  many: Map<string, string>;
  /** `local list = self.items`. */
  alias: Map<string, string>;
  /** The method whose body this is. */
  method?: string;
}

/** A guess by name: which types the fields and methods of an app contain. Says nothing about what is not obvious. */
export function inferTypes(model: LuaModel): Map<string, Held> {
  const held = new Map<string, Held>();
  const aliases: [string, string][] = [];
  const of = (name: string): Held => {
    const known = held.get(name) ?? { one: new Set(), many: new Set() };
    held.set(name, known);
    return known;
  };
  for (const facts of model.facts) visit(facts.chunk, newScope());
  // A chain of methods that return each other's result is short.
  for (let round = 0; round < 4; round++)
    for (const [name, source] of aliases) {
      for (const type of of(source).one) of(name).one.add(type);
      for (const type of of(source).many) of(name).many.add(type);
    }
  return held;

  function visit(node: Node, scope: Scope): void {
    if (node.type === 'FunctionDeclaration') {
      visitFunction(node, scope);
      return;
    }
    if (node.type === 'LocalStatement' || node.type === 'AssignmentStatement')
      node.variables.forEach((variable, index) => {
        assign(variable, node.init[index], scope);
      });
    if (node.type === 'TableKeyString') put(node.key.name, node.value, scope);
    if (node.type === 'ReturnStatement' && scope.method) giveBack(scope.method, node.arguments[0], scope);
    const call = luaCallOf(node);
    if (call?.base === 'table' && call.name === 'insert') insert(call.args[0], call.args.at(-1), scope);
    for (const child of childNodesOf(node)) visit(child, scope);
  }

  function visitFunction(node: FunctionDeclaration, outer: Scope): void {
    const method = node.identifier?.type === 'MemberExpression' ? node.identifier.identifier.name : undefined;
    const scope = {
      ...newScope(),
      one: new Map(outer.one),
      alias: new Map(outer.alias),
      ...(method ? { method } : {}),
    };
    for (const child of node.body) visit(child, scope);
  }

  function assign(target: Node, value: Expression | undefined, scope: Scope): void {
    if (!value) return;
    if (target.type === 'IndexExpression') insert(target.base, value, scope);
    if (target.type === 'MemberExpression') put(target.identifier.name, value, scope);
    if (target.type !== 'Identifier') return;
    const type = typeOf(value, scope);
    if (type) scope.one.set(target.name, type);
    const items = itemTypeOf(value, scope);
    if (items) scope.many.set(target.name, items);
    const member = memberOf(value);
    if (member) scope.alias.set(target.name, member);
  }

  function put(name: string, value: Expression, scope: Scope): void {
    const type = typeOf(value, scope);
    if (type) of(name).one.add(type);
    const items = itemTypeOf(value, scope);
    if (items) of(name).many.add(items);
  }

  function insert(list: Expression | undefined, value: Expression | undefined, scope: Scope): void {
    const type = typeOf(value, scope);
    if (!type || !list) return;
    if (list.type === 'MemberExpression') of(list.identifier.name).many.add(type);
    if (list.type !== 'Identifier') return;
    scope.many.set(list.name, type);
    const member = scope.alias.get(list.name);
    if (member) of(member).many.add(type);
  }

  function giveBack(method: string, value: Expression | undefined, scope: Scope): void {
    if (!value) return;
    put(method, value, scope);
    const source = memberOf(value) ?? (value.type === 'Identifier' ? scope.alias.get(value.name) : undefined);
    if (source && source !== method) aliases.push([method, source]);
  }

  function typeOf(value: Expression | undefined, scope: Scope): string | undefined {
    if (value?.type === 'LogicalExpression') return typeOf(value.right, scope) ?? typeOf(value.left, scope);
    if (value?.type === 'Identifier') return scope.one.get(value.name);
    const call = luaCallOf(value);
    if (!call) return undefined;
    const variable =
      call.base === 'session' && call.name === 'create'
        ? nameOf(call.args[0])
        : call.name === 'new'
          ? call.base
          : undefined;
    return variable === undefined ? undefined : model.byVariable.get(variable)?.name;
  }

  function itemTypeOf(value: Expression, scope: Scope): string | undefined {
    if (value.type === 'LogicalExpression') return itemTypeOf(value.right, scope);
    if (value.type === 'Identifier') return scope.many.get(value.name);
    if (value.type !== 'TableConstructorExpression') return undefined;
    const first = value.fields.find((field) => field.type === 'TableValue');
    return first ? typeOf(first.value, scope) : undefined;
  }
}

function newScope(): Scope {
  return { one: new Map(), many: new Map(), alias: new Map() };
}

/** The last name of `self.items` and `self:items()`. */
function memberOf(value: Expression): string | undefined {
  if (value.type === 'MemberExpression') return value.identifier.name;
  const call = luaCallOf(value);
  return call?.base !== undefined && call.base !== 'session' && call.name !== 'new' && call.args.length === 0
    ? call.name
    : undefined;
}
