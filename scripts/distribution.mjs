import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Of the schema that server.json follows. */
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** How to start the program from a clone, as documents write it, and once the package is published. */
const CLONE = 'node /path/to/tandem/dist/cli/main.js';
const NPX = 'npx -y tandem-mcp';

/** What documents say before and after publishing; the first that fits counts. */
const SENTENCES = [
  [
    `"command": "node",\n      "args": ["/path/to/tandem/dist/cli/main.js", `,
    `"command": "npx",\n      "args": ["-y", "tandem-mcp", `,
  ],
  [CLONE, NPX],
  [
    'Run `npm start -- --once` first: it installs and builds. In the commands below, `/path/to/tandem` is your clone and\n`/path/to/project` the folder to serve. To begin, use one of the examples: `/path/to/tandem/examples/invoices`.',
    'You need Node 20 or newer. In the commands below, `/path/to/project` is the folder to serve. To begin, make a small app in an\nempty folder: `npx tandem-mcp init`.',
  ],
  [
    '`/path/to/tandem` is your clone of Tandem, built once with `npm start -- --once`; `/path/to/project`',
    'Nothing else has to be installed: npx downloads Tandem when it is first used. `/path/to/project`',
  ],
  [
    `, where \`/path/to/tandem\` is your clone, built once with\n\`npm start -- --once\`.`,
    ', which downloads it when it is first used;\n`npm install --global tandem-mcp` installs the command itself.',
  ],
  [
    '`npm install --install-links /path/to/tandem` adds the package `tandem-mcp` to your project, from your built clone.',
    '`npm install tandem-mcp` adds the package to your project.',
  ],
  [
    'In a project without the package, use the path of your clone: `$schema=/path/to/tandem/tandem.schema.json`.',
    'In a project without the package, install it: `npm install --save-dev tandem-mcp`.',
  ],
];

/** A document as it is in the other state: `published` decides which. */
export function switchDocument(text, published) {
  return SENTENCES.reduce((current, [before, after]) => {
    const [from, to] = published ? [before, after] : [after, before];
    return current.replaceAll(from, to);
  }, text);
}

/** Everything that tells the world how to get Tandem, from package.json alone: by path, with its text. */
export function distributionFiles(about = readPackage()) {
  const { name, version, description, license, tandem } = about;
  const { published } = tandem;
  const facts = repositoryFacts(about);
  const author = { name: facts.owner, url: `https://github.com/${facts.owner}` };
  const start = (dir) =>
    published
      ? { command: 'npx', args: ['-y', name, 'mcp', '--dir', dir] }
      : { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/../dist/cli/main.js`, 'mcp', '--dir', dir] };
  const generated = {
    'package.json': { ...about, ...facts.fields },
    'server.json': {
      $schema: SERVER_SCHEMA,
      name: facts.fields.mcpName,
      title: 'Tandem',
      description,
      version,
      repository: { url: facts.address, source: 'github' },
      websiteUrl: facts.address,
      ...(published && {
        packages: [
          {
            registryType: 'npm',
            identifier: name,
            version,
            runtimeHint: 'npx',
            transport: { type: 'stdio' },
            packageArguments: [
              { type: 'positional', value: 'mcp' },
              {
                type: 'named',
                name: '--dir',
                description: 'The folder to serve',
                format: 'filepath',
                isRequired: true,
              },
            ],
            environmentVariables: [
              { name: 'TANDEM_USER', description: 'Whom the agent acts as in an app: a profile as JSON' },
              {
                name: 'TANDEM_LOG',
                description: 'What is logged to stderr',
                choices: ['debug', 'info', 'warn', 'error', 'silent'],
              },
            ],
          },
        ],
      }),
    },
    'plugin/.claude-plugin/plugin.json': {
      name: 'tandem',
      version,
      description,
      author,
      homepage: facts.address,
      repository: facts.address,
      license,
    },
    'plugin/.mcp.json': { mcpServers: { tandem: start(`\${CLAUDE_PROJECT_DIR}`) } },
    '.claude-plugin/marketplace.json': {
      name: 'tandem',
      owner: author,
      plugins: [{ name: 'tandem', source: './plugin', description }],
    },
    'plugin/mcpb-manifest.json': mcpbManifest({ about, facts, author }),
  };
  const files = Object.entries(generated).map(([path, value]) => [
    path,
    `${JSON.stringify(value, null, 2)}\n`,
  ]);
  const documents = documentPaths().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path, switchDocument(withLinks(text, about), published)];
  });
  return Object.fromEntries([...files, ...documents]);
}

/** What an .mcpb bundle says about itself; `scripts/make-mcpb.mjs` packs it with the installed package. */
function mcpbManifest({ about: { name, version, description, license, keywords, engines }, facts, author }) {
  const entry = `node_modules/${name}/dist/cli/main.js`;
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Tandem',
    version,
    description,
    author,
    repository: { type: 'git', url: facts.address },
    homepage: facts.address,
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry}`, 'mcp', '--dir', `\${user_config.folder}`],
      },
    },
    user_config: {
      folder: {
        type: 'directory',
        title: 'Folder',
        description: 'The folder to serve: a Lowdefy app, tools that ask, or an empty folder for live UIs',
        required: true,
      },
    },
    compatibility: { runtimes: { node: engines.node } },
    tools_generated: true,
  };
}

/** Links that install Tandem in an editor. They need a published package, so until then there are none. */
function withLinks(text, { name, tandem }) {
  const server = { command: 'npx', args: ['-y', name, 'mcp', '--dir', `\${workspaceFolder}`] };
  const code = `https://insiders.vscode.dev/redirect/mcp/install?name=tandem&config=${encodeURIComponent(JSON.stringify({ type: 'stdio', ...server }))}`;
  const cursor = `https://cursor.com/en/install-mcp?name=tandem&config=${encodeURIComponent(Buffer.from(JSON.stringify(server)).toString('base64'))}`;
  const links = tandem.published
    ? `\n[Install in VS Code](${code}) · [Install in Cursor](${cursor})\n`
    : '\n';
  return text.replace(
    /(<!-- install links -->)[\s\S]*?(<!-- \/install links -->)/,
    (_, open, close) => `${open}${links}${close}`,
  );
}

/** `repository` is the only place with the address; the rest follows. */
function repositoryFacts({ repository }) {
  const [, address, owner, project] =
    /^git\+(https:\/\/github\.com\/([^/]+)\/([^/]+?))\.git$/.exec(repository.url) ?? [];
  if (!address)
    throw new Error(`repository.url must be git+https://github.com/OWNER/NAME.git, not ${repository.url}`);
  return {
    address,
    owner,
    isPlaceholder: owner === 'OWNER',
    fields: {
      homepage: `${address}#readme`,
      bugs: `${address}/issues`,
      mcpName: `io.github.${owner}/${project}`,
    },
  };
}

export function isPlaceholder(about = readPackage()) {
  return repositoryFacts(about).isPlaceholder;
}

export function readPackage() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

function documentPaths() {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path));
  return ['README.md', ...inDocs].filter((path) => existsSync(join(root, path)));
}
