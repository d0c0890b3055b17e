import luaparse from 'luaparse';
import { expect, test } from 'vitest';
import { readPrelude } from './prelude.ts';

/** Ours to look up at run time: an app is meant to change what is there. */
const OPEN = new Set(['_G', 'package', 'require']);

/** Names of globals that functions read: an app may have changed them. */
function globalsInFunctions(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, isInside: boolean): void => {
    if (Array.isArray(node)) for (const part of node) visit(part, isInside);
    else if (node !== null && typeof node === 'object') {
      const { type, isLocal, name, ...parts } = node as Record<string, unknown>;
      if (type === 'Identifier' && isLocal === false && isInside) found.push(String(name));
      // In `a.b` and `{ b = 1 }`, b is not a variable.
      if (type === 'MemberExpression') delete parts.identifier;
      if (type === 'TableKeyString') delete parts.key;
      const isFunction = type === 'FunctionDeclaration';
      if (isFunction) {
        visit(parts.identifier, isInside);
        delete parts.identifier;
      }
      for (const part of Object.values(parts)) visit(part, isInside || isFunction);
    }
  };
  visit(luaparse.parse(source, { scope: true, luaVersion: '5.1' }).body, false);
  return found.filter((name) => !OPEN.has(name));
}

test('the check finds what it should', () => {
  expect(globalsInFunctions('local x = y function f() return g(x.z, { k = 1 }) end')).toEqual(['g']);
});

test.each(readPrelude())('$name reads no global that an app could have changed', ({ source }) => {
  expect(globalsInFunctions(source)).toEqual([]);
});
