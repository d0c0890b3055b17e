// The pages of the documentation, in the order in which people read them: for the site and for llms.txt.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of the repository by section, each with what is in it. */
export const SECTIONS = {
  Start: {
    'docs/guide/start-lowdefy.md': 'an agent in the Lowdefy app you have, and you beside it, in ten minutes',
    'docs/guide/start-live.md': 'a small app in Lua and HTML, from an empty folder',
    'docs/guide/start-ask.md': 'a tool that asks a person and waits for the answer',
  },
  Guides: {
    'docs/guide/using.md':
      'commands, configuration, users and keys, limits, history, sessions on disk and in a database',
    'docs/guide/lowdefy.md':
      'what an agent sees and can do in a Lowdefy app, approval, roles, plugins, settings',
    'docs/guide/named-tools.md': 'forms, queries and endpoints of a Lowdefy app as tools of their own',
    'docs/guide/live.md': 'live UIs: files, states, scripts, what Lua may do',
    'docs/guide/ask.md': 'write tools that ask a person or a model, and wait',
    'docs/guide/chat.md': 'a model that calls asking tools, on our page and on yours; the protocol',
    'docs/guide/react.md': 'hooks and components for questions and chats',
    'docs/guide/embed.md': 'Tandem in your own HTTP server: Hono, Express, Next.js',
  },
  'For a team': {
    'docs/guide/team.md':
      'a proxy with TLS, several instances, administration, metrics, logs, systemd, Docker',
    'docs/guide/sign-in.md': 'agents and people identify themselves at an OAuth or OpenID Connect provider',
    'docs/guide/sharing.md': 'open a session to other users and roles',
    'docs/guide/security.md': 'who is trusted with what, and what you decide',
    'docs/guide/scale.md': 'what a cluster carries, what it costs, what breaks first',
  },
  Help: {
    'docs/guide/troubleshooting.md': 'what you see, why, and what to do',
    'docs/guide/faq.md': 'why not Playwright MCP, and other questions',
    'docs/guide/upgrading.md': 'to a new version of Tandem, Lowdefy or Node',
  },
  Reference: {
    'docs/reference/cli.md': 'every command with its options',
    'docs/reference/configuration.md': 'every setting of tandem.yaml, and completion in editors',
    'docs/reference/tools.md': 'what agents see: instructions, tools, arguments',
    'docs/reference/http.md': 'every address of a server',
    'docs/reference/library.md': 'what the package exports, with examples',
    'docs/reference/lua.md': 'the Lua of live UIs',
    'docs/reference/viewdefs.md': 'the view language of live UIs: attributes, paths, lists',
    'docs/reference/checks.md': 'what tandem check finds',
    'docs/reference/coverage.md': 'every type of each generation of Lowdefy, used once',
    'docs/reference/attacks.md': 'what tests try against a server, and how it is refused',
    'docs/reference/performance.md': 'load, tokens and faults, as measured',
    'docs/reference/peers.md': 'the same jobs with Playwright MCP and Chrome DevTools MCP',
  },
  Examples: {
    'examples/invoices/README.md': 'a Lowdefy app on SQLite, and the calls of a whole job',
    'examples/contacts/README.md': 'a live UI with search, editing and validation',
    'examples/flights/README.md': 'a tool with two questions and components of its own',
    'examples/bakery/README.md': 'the chat embedded in another app',
    'examples/cluster/README.md': 'three instances behind a proxy',
    'examples/embed/lowdefy/README.md': 'Tandem in the server of a Lowdefy app',
  },
  Project: {
    'CHANGELOG.md': 'what changed',
    'SECURITY.md': 'every measure in detail, and how to report a problem',
    'ARCHITECTURE.md': 'terms, layers, where to change what',
    'CONTRIBUTING.md': 'how to contribute',
    'AGENTS.md': 'commands and conventions for working on the code',
    'docs/decisions/pages.md': 'how the pages look, and why',
  },
};

export const filesOf = (section) => Object.keys(SECTIONS[section]);

export const allFiles = () => Object.keys(SECTIONS).flatMap(filesOf);

/** Where the site has a file of the repository; undefined for files that are no page of it. */
export function sitePath(file) {
  if (file === 'README.md') return 'index.md';
  if (!allFiles().includes(file)) return undefined;
  if (file.startsWith('docs/')) return file.slice('docs/'.length);
  if (file.startsWith('examples/')) return file.replace(/\/README\.md$/, '.md');
  return `project/${file.toLowerCase()}`;
}

export const readPage = (file) => readFileSync(join(root, file), 'utf8');

export const titleOf = (file) => /^# (.+)$/m.exec(readPage(file))?.[1] ?? file;
