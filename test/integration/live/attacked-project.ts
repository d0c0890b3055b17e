import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Cleanup, tempDir } from '../harness.ts';
import { connectStdio, type LiveAgent } from './live-agent.ts';
import { put } from './start-live.ts';

/** A project with everything that a server would execute, and traps on the way to it. */
export interface AttackedProject {
  dir: string;
  /** JavaScript that leaves a mark when it is executed, and the same for a tool's file and a page. */
  script(mark: string): string;
  toolScript(mark: string): string;
  page(transformer: string): string;
  /** Starts a new server on the folder and uses everything: tools are listed and called, apps are built and opened. */
  useEverything(): Promise<void>;
  /** The marks that were left. */
  marks(): string[];
}

const TOOL = `import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
import { seed } from '../data/seed';
import { word } from '../lib/words.js';

export const greet = createMcpTool('greet')
  .description('Greets.')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* () {
    return word + seed;
  });
`;
const WORDS = "export const word = 'hello';\n";
const page = (transformer: string) => `id: home
type: Box
blocks:
  - id: text
    type: Paragraph
    properties:
      content: { _ref: { path: text.yaml, transformer: ${transformer} } }
  - { id: shared, type: Paragraph, properties: { content: { _ref: ../resources/shared.json } } }
`;

export function createAttackedProject(cleanup: Cleanup): AttackedProject {
  // Something must be above the served folder.
  const dir = join(tempDir(cleanup), 'project');
  const left = join(dir, '../marks');
  mkdirSync(left, { recursive: true });
  const files: Record<string, string> = {
    'apps/contacts/app.lua': 'contacts = {}',
    'apps/site/package.json': '{ "name": "site" }',
    'apps/site/content.json': '{}',
    'tools/greet.ts': TOOL,
    'lib/words.js': WORDS,
    'data/seed.ts': "export const seed = '!';\n",
    'invoices/lowdefy.yaml': 'lowdefy: 4.0.0-rc.11\npages:\n  - _ref: pages/home.yaml\n',
    'invoices/pages/home.yaml': page('transform.js'),
    'invoices/text.yaml': 'text',
    'invoices/transform.js': 'export default (value) => value;\n',
    'invoices/.env': 'SECRET=of-the-app\n',
    'resources/shared.json': '"shared"',
    'data/list.json': '[]',
    'node_modules/parts/index.js': WORDS,
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/hooks/post-commit.sample': '',
    '.env': 'SECRET=of-the-project\n',
  };
  for (const [name, text] of Object.entries(files)) put(join(dir, name), text);
  symlinkSync(join(dir, 'lib'), join(dir, 'data/to-lib'));
  symlinkSync(join(dir, 'lib/words.js'), join(dir, 'data/link.txt'));
  linkSync(join(dir, 'lib/words.js'), join(dir, 'data/second-name.txt'));
  mkdirSync(join(dir, 'log'));
  symlinkSync(join(dir, 'tools/made-by-the-log.ts'), join(dir, 'log/lua.log'));

  const script = (mark: string) =>
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(left, mark))}, 'ran');\n` +
    `${WORDS}export const seed = '?';\nexport default (value) => value;\n`;
  return {
    dir,
    script,
    toolScript: (mark) => `// tandem-mcp\n${script(mark)}`,
    page,
    async useEverything() {
      const agent = await connectStdio(cleanup, dir);
      await agent.client.listTools();
      // An attack may have broken it.
      await agent.call('greet').catch(() => undefined);
      const apps = appsOf(dir);
      for (const app of apps) await openHome(agent, apps.length > 1 ? { app } : {});
      await agent.client.close();
    },
    marks: () => readdirSync(left),
  };
}

function appsOf(dir: string): string[] {
  return readdirSync(dir).filter((name) => existsSync(join(dir, name, 'lowdefy.yaml')));
}

async function openHome(agent: LiveAgent, which: { app?: string }): Promise<void> {
  const { structured } = await agent.call('session_create', { ...which, name: 'attack' });
  const { sessionId } = (structured ?? {}) as { sessionId?: string };
  if (sessionId !== undefined) await agent.call('navigate', { sessionId, pageId: 'home' });
}
