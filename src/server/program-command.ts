import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_PUBLISHED } from './version.ts';

const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));
const NPX = ['npx', '-y', 'tandem-mcp'];

/** How an MCP client starts this program. The cache of npx is emptied now and then, so npx is asked again. */
export function programCommand(): string[] {
  return IS_PUBLISHED && program.includes(`${sep}_npx${sep}`) ? NPX : ['node', program];
}

/** How the person at the terminal starts it: as they did now. */
export function shellCommand(argv = process.argv, env = process.env): string {
  const [command = '', ...args] = programCommand();
  if (command === 'npx') return ['npx', ...args.slice(1)].join(' ');
  if (basename(argv[1] ?? '') === 'tandem') return env.npm_command === 'exec' ? 'npx tandem' : 'tandem';
  return `node ${quoteIfNeeded(program)}`;
}

function quoteIfNeeded(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}
