import type { Node } from 'luaparse';
import type { LocalFinding } from './finding.ts';
import type { LuaFacts } from './lua-facts.ts';
import { eachNode, lineOf, luaCallOf, nameOf } from './lua-tree.ts';

/** Classes that reloading cannot update, and defaults that all instances share. */
export function checkPrototypes(facts: LuaFacts): LocalFinding[] {
  return [...[...eachNode(facts.chunk)].flatMap(checkMetatable), ...facts.prototypes.flatMap(checkDefaults)];
}

function manual(node: Node, what: string): LocalFinding[] {
  const message = `${what} defines a class by hand, which does not survive a reload; use session:prototype("Name", { … }) and session:create(Name, instance).`;
  return [{ severity: 'violation', rule: 'manual-metatable', message, line: lineOf(node) }];
}

function checkMetatable(node: Node): LocalFinding[] {
  if (node.type === 'AssignmentStatement') {
    const target = nameOf(node.variables[0]);
    return target?.endsWith('.__index') ? manual(node, `${target} = …`) : [];
  }
  const call = luaCallOf(node);
  if (call?.name !== 'setmetatable' || call.base !== undefined) return [];
  const meta = call.args[1];
  const isClass =
    nameOf(meta) !== undefined ||
    (meta?.type === 'TableConstructorExpression' &&
      meta.fields.some((field) => field.type === 'TableKeyString' && field.key.name === '__index'));
  return isClass ? manual(node, 'setmetatable(…)') : [];
}

function checkDefaults(prototype: LuaFacts['prototypes'][number]): LocalFinding[] {
  return [...prototype.fields].flatMap(([name, { value, line }]) => {
    if (value.type !== 'TableConstructorExpression') return [];
    const isEmpty = value.fields.length === 0;
    return [
      {
        severity: isEmpty ? ('violation' as const) : ('warning' as const),
        rule: 'shared-default',
        message: `${name} is one table that all instances of ${prototype.name} share${
          isEmpty ? '' : ' (correct only if nothing changes it)'
        }; declare it "${name} = EMPTY" and create the table in ${prototype.variable}:new().`,
        line,
      },
    ];
  });
}
