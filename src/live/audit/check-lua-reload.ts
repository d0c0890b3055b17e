import type { Expression, Node, Statement } from 'luaparse';
import type { LocalFinding } from './finding.ts';
import type { LuaFacts } from './lua-facts.ts';
import { lineOf, luaCallOf, nameOf } from './lua-tree.ts';

/** A file runs again whenever it is saved: what it creates at its top level must be created only the first time. */
export function checkReload(facts: LuaFacts, appGlobal: string): LocalFinding[] {
  const findings: LocalFinding[] = [];
  visit(facts.chunk.body, []);
  return findings;

  /** `known`: names that are certainly nil here, and `*` for "first run". */
  function visit(body: readonly Statement[], known: readonly string[]): void {
    let guarded = [...known];
    for (const statement of body) {
      if (statement.type === 'DoStatement') visit(statement.body, guarded);
      else if (statement.type === 'IfStatement') {
        for (const clause of statement.clauses)
          visit(clause.body, [
            ...guarded,
            ...(clause.type === 'ElseClause' ? elseGuards(statement) : guardsOf(clause.condition)),
          ]);
        if (returnsOnReload(statement)) guarded = [...guarded, '*'];
      } else check(statement, guarded);
    }
  }

  function check(statement: Statement, guarded: readonly string[]): void {
    if (guarded.includes('*')) return;
    if (statement.type === 'CallStatement') checkCall(statement.expression, lineOf(statement));
    if (statement.type !== 'AssignmentStatement' && statement.type !== 'LocalStatement') return;
    statement.variables.forEach((variable, index) => {
      const name = nameOf(variable) ?? '';
      const value = statement.init[index];
      if (guarded.includes(name) || !makesInstance(value)) return;
      const isApp = name === appGlobal && statement.type === 'AssignmentStatement';
      findings.push({
        severity: isApp ? 'violation' : 'warning',
        rule: 'reload-guard',
        message: `${name} is recreated whenever the file is saved, and the person's changes are lost. Write "${
          statement.type === 'LocalStatement'
            ? `if not session.reloading then … end`
            : `${name} = ${name} or …`
        }".`,
        line: lineOf(statement),
      });
    });
  }

  function checkCall(expression: Expression, line: number): void {
    const call = luaCallOf(expression);
    if (call?.base !== 'session') return;
    if (call.name === 'createAppVariable')
      findings.push({
        severity: 'violation',
        rule: 'reload-guard',
        message:
          'The app is recreated whenever the file is saved. Write "if not session:getApp() then … end" around it.',
        line,
      });
    if (call.name === 'setInterval')
      findings.push({
        severity: 'warning',
        rule: 'reload-guard',
        message:
          'Another timer starts each time the file is saved. Write "if not session.reloading then … end" around it.',
        line,
      });
  }
}

/** `X:new(…)` and `session:create(X, …)`; `x or X:new()` is its own guard. */
function makesInstance(value: Expression | undefined): boolean {
  const call = luaCallOf(value);
  if (!call) return false;
  return call.name === 'new' || (call.base === 'session' && call.name === 'create');
}

/** What a condition guarantees: `not x`, `x == nil`, `not session:getApp()`, `not session.reloading`. */
function guardsOf(condition: Expression): string[] {
  if (condition.type === 'LogicalExpression' && condition.operator === 'and')
    return [...guardsOf(condition.left), ...guardsOf(condition.right)];
  if (condition.type === 'UnaryExpression' && condition.operator === 'not')
    return subject(condition.argument);
  if (condition.type === 'BinaryExpression' && condition.operator === '==') {
    const isEmpty = (node: Node) =>
      node.type === 'NilLiteral' || (node.type === 'BooleanLiteral' && !node.value);
    if (isEmpty(condition.right)) return subject(condition.left);
    if (isEmpty(condition.left)) return subject(condition.right);
  }
  return [];
}

function subject(node: Expression): string[] {
  if (isFirstRunTest(node)) return ['*'];
  const call = luaCallOf(node);
  if (call?.name === 'rawget') return ['*'];
  const name = nameOf(node);
  return name === undefined ? [] : [name];
}

function isFirstRunTest(node: Expression): boolean {
  const call = luaCallOf(node);
  return (call?.base === 'session' && call.name === 'getApp') || nameOf(node) === 'session.reloading';
}

function elseGuards(statement: Extract<Statement, { type: 'IfStatement' }>): string[] {
  const [first] = statement.clauses;
  return first && first.type !== 'ElseClause' ? subject(first.condition) : [];
}

/** `if session.reloading then return end` guards the rest of the file. */
function returnsOnReload(statement: Extract<Statement, { type: 'IfStatement' }>): boolean {
  const [first] = statement.clauses;
  if (!first || first.type === 'ElseClause' || first.body.at(-1)?.type !== 'ReturnStatement') return false;
  return isFirstRunTest(first.condition);
}
