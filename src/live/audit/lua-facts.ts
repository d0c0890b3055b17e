import type { Chunk, Comment, Expression, Node, TableConstructorExpression } from 'luaparse';
import {
  childNodesOf,
  eachNode,
  isGlobal,
  lineOf,
  luaCallOf,
  nameOf,
  rangeOf,
  stringLiteralText,
} from './lua-tree.ts';

export interface LuaMethod {
  /** The variable it is defined on: `Contact` in `function Contact:name()`. */
  owner: string;
  name: string;
  line: number;
  range: [number, number];
  /** False if only running the code would show whether a function is assigned. */
  isCertain: boolean;
}

export interface LuaPrototype {
  /** The type, as views name it. */
  name: string;
  /** The variable that holds it. */
  variable: string;
  base?: string;
  fields: Map<string, { line: number; value: Expression }>;
  line: number;
}

export interface LuaGlobal {
  name: string;
  line: number;
  value: Expression | undefined;
}

/** What one Lua file contains: types, methods and names. */
export interface LuaFacts {
  file: string;
  /** Part of the app; other files only contribute types and names. */
  isAudited: boolean;
  chunk: Chunk;
  comments: Comment[];
  prototypes: LuaPrototype[];
  methods: LuaMethod[];
  globals: LuaGlobal[];
  /** Every name that is used through a dot, a colon or a string, with its location. */
  uses: { name: string; at: number }[];
  /** Every name that could be a field: uses, keys of tables, names of variables. */
  names: Set<string>;
  /** Values of `type = "…"`. */
  types: Set<string>;
  /** Other names of what has one: `local Item = App.Item`. */
  aliases: Map<string, string>;
  /** Variables that get members with computed names: `Contact[name] = f`. */
  openEnded: Set<string>;
  /** Those of them that get a function for certain. */
  methodMakers: Set<string>;
}

type Source = { file: string; isAudited: boolean; chunk: Chunk; comments: Comment[] };

export function collectFacts(source: Source): LuaFacts {
  const facts: LuaFacts = {
    ...source,
    prototypes: [],
    methods: [],
    globals: [],
    uses: [],
    names: new Set(),
    types: new Set(),
    aliases: new Map(),
    openEnded: new Set(),
    methodMakers: new Set(),
  };
  for (const node of eachNode(source.chunk)) {
    if (node.type === 'LocalStatement' || node.type === 'AssignmentStatement')
      collectAssignments(facts, node);
    if (node.type === 'FunctionDeclaration') collectFunction(facts, node);
    if (node.type === 'TableKeyString') addName(facts, node.key.name, node.value);
    if (node.type === 'StringLiteral') collectText(facts, node);
    if (node.type === 'Identifier') facts.names.add(node.name);
  }
  collectUses(facts, source.chunk, undefined);
  return facts;
}

function addName(facts: LuaFacts, name: string, value: Expression): void {
  facts.names.add(name);
  const text = stringLiteralText(value);
  if (name === 'type' && text !== undefined) facts.types.add(text);
}

type Assigning = Extract<Node, { type: 'LocalStatement' | 'AssignmentStatement' }>;

function collectAssignments(facts: LuaFacts, statement: Assigning): void {
  statement.variables.forEach((target, index) => {
    const value = statement.init[index];
    const name = memberName(target);
    if (name === undefined) {
      const owner = target.type === 'IndexExpression' ? nameOf(target.base) : undefined;
      if (owner !== undefined) facts.openEnded.add(owner);
      if (owner !== undefined && value?.type === 'FunctionDeclaration') facts.methodMakers.add(owner);
      return;
    }
    const last = name.split('.').at(-1) ?? name;
    if (value) addName(facts, last, value);
    const other = nameOf(value);
    if (other !== undefined && other !== name) facts.aliases.set(name, other);
    const prototype = prototypeOf(value, name);
    if (prototype) facts.prototypes.push({ ...prototype, line: lineOf(statement) });
    if (statement.type === 'AssignmentStatement' && isGlobal(target))
      facts.globals.push({ name, line: lineOf(statement), value });
    if (value && name.includes('.') && !LITERALS.has(value.type))
      facts.methods.push({
        owner: name.slice(0, -last.length - 1),
        name: last,
        line: lineOf(statement),
        range: rangeOf(value),
        isCertain: value.type === 'FunctionDeclaration',
      });
  });
}

/** What is certainly not a function. */
const LITERALS = new Set<Node['type']>([
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
  'NilLiteral',
  'TableConstructorExpression',
  'BinaryExpression',
  'UnaryExpression',
]);

/** `a.b`, also written `a["b"]`. */
function memberName(target: Node): string | undefined {
  if (target.type !== 'IndexExpression') return nameOf(target);
  const [base, key] = [nameOf(target.base), stringLiteralText(target.index)];
  return base !== undefined && key !== undefined && /^\w+$/.test(key) ? `${base}.${key}` : undefined;
}

/** `session:prototype("Name", { … }, Base)`, also behind `X or`. */
function prototypeOf(
  value: Expression | undefined,
  variable: string,
): Omit<LuaPrototype, 'line'> | undefined {
  if (value?.type === 'LogicalExpression') return prototypeOf(value.right, variable);
  const call = luaCallOf(value);
  if (call?.name !== 'prototype' || call.base !== 'session') return undefined;
  const [name, init, base] = call.args;
  const baseName = nameOf(base) ?? stringLiteralText(base);
  return {
    name: stringLiteralText(name) ?? variable,
    variable,
    fields: init?.type === 'TableConstructorExpression' ? fieldsOf(init) : new Map(),
    ...(baseName === undefined ? {} : { base: baseName }),
  };
}

function fieldsOf(table: TableConstructorExpression): LuaPrototype['fields'] {
  return new Map(
    table.fields.flatMap((field) => {
      const name =
        field.type === 'TableKeyString'
          ? field.key.name
          : field.type === 'TableKey'
            ? stringLiteralText(field.key)
            : undefined;
      return name === undefined ? [] : [[name, { line: lineOf(field), value: field.value }] as const];
    }),
  );
}

function collectFunction(facts: LuaFacts, node: Extract<Node, { type: 'FunctionDeclaration' }>): void {
  if (node.identifier?.type === 'Identifier' && !node.isLocal)
    facts.globals.push({ name: node.identifier.name, line: lineOf(node), value: node });
  if (node.identifier?.type !== 'MemberExpression') return;
  const owner = nameOf(node.identifier.base);
  if (owner === undefined) return;
  facts.methods.push({
    owner,
    name: node.identifier.identifier.name,
    line: lineOf(node),
    range: rangeOf(node),
    isCertain: true,
  });
}

function collectText(facts: LuaFacts, node: Extract<Node, { type: 'StringLiteral' }>): void {
  const text = stringLiteralText(node);
  if (text === undefined || !/^[A-Za-z_]\w*$/.test(text)) return;
  facts.names.add(text);
  facts.uses.push({ name: text, at: rangeOf(node)[0] });
}

/** A member that is read or called counts as a use; one that is defined or assigned does not. */
function collectUses(facts: LuaFacts, node: Node, parent: Node | undefined): void {
  const isTarget =
    (parent?.type === 'AssignmentStatement' && parent.variables.some((variable) => variable === node)) ||
    (parent?.type === 'FunctionDeclaration' && parent.identifier === node);
  if (node.type === 'MemberExpression' && !isTarget)
    facts.uses.push({ name: node.identifier.name, at: rangeOf(node)[0] });
  for (const child of childNodesOf(node)) collectUses(facts, child, node);
}
