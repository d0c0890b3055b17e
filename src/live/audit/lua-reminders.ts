import type { LocalFinding } from './finding.ts';
import type { LuaFacts } from './lua-facts.ts';
import { eachNode, lineOf, luaCallOf } from './lua-tree.ts';

const NEEDS: Record<string, string> = {
  'io.open': 'files',
  'io.lines': 'files',
  'os.remove': 'files',
  'os.rename': 'files',
  'io.popen': 'commands',
  'os.execute': 'commands',
};

/** What must be right outside the files: permissions, and a receiver of the events. Once per file each. */
export function remindOfSurroundings(facts: LuaFacts): LocalFinding[] {
  const said = new Map<string, LocalFinding>();
  const say = (rule: string, message: string, line: number) => {
    if (!said.has(message)) said.set(message, { severity: 'reminder', rule, message, line });
  };
  for (const node of eachNode(facts.chunk)) {
    const call = luaCallOf(node);
    if (!call) continue;
    const line = lineOf(node);
    const needed = NEEDS[`${call.base}.${call.name}`];
    if (needed)
      say(
        'permission',
        `${call.base}.${call.name} works only if the permission for ${needed} is granted.`,
        line,
      );
    if (call.base === 'mcp' && call.name === 'pushState')
      say('events', 'The app pushes events: read them with ui_wait or GET /wait.', line);
  }
  for (const node of eachNode(facts.chunk))
    if (
      node.type === 'CallExpression' &&
      node.base.type === 'IndexExpression' &&
      node.base.index.type !== 'StringLiteral'
    )
      say(
        'dynamic-call',
        'A method is called by a name computed at run time; the audit cannot see which, so check dead-method findings by hand.',
        lineOf(node),
      );
  return [...said.values()];
}
