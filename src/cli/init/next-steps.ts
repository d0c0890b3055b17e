import { shellCommand } from '../../server/program-command.ts';
import type { Kind } from './found-folder.ts';
import type { WrittenClient } from './write-client.ts';

/** What to tell an agent first: of what was just made, or of what was there. */
const PROMPTS: Record<Kind, { made: string; found: string }> = {
  lowdefy: {
    made: 'Add Marie Curie of the Radium Institute to the contacts, and a deal of 5000 with her.',
    found: 'List the pages of the app, open the first one, and tell me what I can do there.',
  },
  live: {
    made: 'Display the app "kanban", open it in my browser, and add a card for each thing I tell you.',
    found: 'Display a live UI of this folder, and open it in my browser.',
  },
  tools: {
    made: 'Request an approval: 120 euros for a train ticket.',
    found: 'Which tools of Tandem ask me something? Call one.',
  },
};

/** What to do now, one line each. */
export function nextSteps(facts: {
  dir: string;
  kinds: readonly Kind[];
  made: Kind | undefined;
  clients: readonly WrittenClient[];
}): string[] {
  const { dir, kinds, made, clients } = facts;
  const self = shellCommand();
  const here = dir === process.cwd() ? '' : ` --dir ${/\s/.test(dir) ? `"${dir}"` : dir}`;
  const kind = made ?? kinds[0];
  const names = clients.filter(({ outcome }) => outcome !== 'failed').map(({ client }) => client);
  return [
    names.length > 0
      ? `Open ${dir} in ${names.join(' or ')}; restart it if it is running. It starts Tandem itself.`
      : `Connect an MCP client: ${self} init --print${here}`,
    ...(kind ? [`Tell it: “${PROMPTS[kind][made === kind ? 'made' : 'found']}”`] : []),
    `Watch and join in, once it has called a tool: ${self} open${here}`,
    `If something does not work: ${self} doctor${here}`,
  ];
}
