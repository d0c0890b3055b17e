import luaparse, { type Chunk, type Comment, type Expression, type Node } from 'luaparse';

/** The location of a node; luaparse adds both on request. */
type Placed = { loc?: { start: { line: number } }; range?: [number, number] };

export type LuaTree =
  | { ok: true; chunk: Chunk; comments: Comment[] }
  | { ok: false; message: string; line: number };

export function readLua(source: string): LuaTree {
  try {
    const chunk = luaparse.parse(source.replace(/^#[^\n]*/, ''), {
      luaVersion: '5.1',
      locations: true,
      ranges: true,
      comments: true,
      // Distinguishes locals from globals.
      scope: true,
      // Non-ASCII text is left alone; literals are read from their raw form.
      encodingMode: 'none',
    });
    return { ok: true, chunk, comments: chunk.comments ?? [] };
  } catch (error) {
    if (error instanceof RangeError)
      return { ok: false, message: 'The code is nested too deeply to be checked.', line: 1 };
    if (!(error instanceof SyntaxError)) throw error;
    const line = 'line' in error && typeof error.line === 'number' ? error.line : 1;
    return { ok: false, message: error.message.replace(/^\[\d+:\d+\]\s*/, ''), line };
  }
}

export function lineOf(node: Node): number {
  return (node as Placed).loc?.start.line ?? 1;
}

export function rangeOf(node: Node): [number, number] {
  return (node as Placed).range ?? [0, 0];
}

/** Whether a name is a global here. */
export function isGlobal(node: Node): boolean {
  return node.type === 'Identifier' && !(node as { isLocal?: boolean }).isLocal;
}

/** The direct children of a node. */
export function childNodesOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'loc' || key === 'range' || key === 'comments' || key === 'globals') return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Every node of a tree, parents first. */
export function* eachNode(node: Node): Generator<Node> {
  const waiting = [node];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    yield at;
    waiting.push(...childNodesOf(at).reverse());
  }
}

/** `a.b.c` of names alone; undefined for anything else. */
export function nameOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type !== 'MemberExpression') return undefined;
  const base = nameOf(node.base);
  return base === undefined ? undefined : `${base}.${node.identifier.name}`;
}

/** The text of a string literal without escapes; undefined for anything else. */
export function stringLiteralText(node: Node | undefined): string | undefined {
  if (node?.type !== 'StringLiteral') return undefined;
  const quoted = /^(["'])([\s\S]*)\1$/.exec(node.raw);
  return quoted ? quoted[2] : /^\[(=*)\[([\s\S]*)\]\1\]$/.exec(node.raw)?.[2];
}

export interface LuaCall {
  /** What is called: `session:prototype` → base `session`, name `prototype`. */
  base: string | undefined;
  name: string;
  args: Expression[];
}

/** A node as a call of something with a name. */
export function luaCallOf(node: Node | undefined): LuaCall | undefined {
  const args = argumentsOf(node);
  if (!args || !node || !('base' in node)) return undefined;
  const callee = node.base;
  if (callee.type === 'Identifier') return { base: undefined, name: callee.name, args };
  if (callee.type !== 'MemberExpression') return undefined;
  return { base: nameOf(callee.base) ?? '?', name: callee.identifier.name, args };
}

function argumentsOf(node: Node | undefined): Expression[] | undefined {
  if (node?.type === 'CallExpression') return node.arguments;
  if (node?.type === 'StringCallExpression') return [node.argument];
  if (node?.type === 'TableCallExpression') return [node.arguments].flat();
  return undefined;
}
