import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { TandemError } from '../errors.ts';
import { createLogger } from '../lib/logger.ts';
import { type AppCheck, checkApps } from '../server/check-apps.ts';
import { loadConfig } from '../server/load-config.ts';
import { findNearbyApp } from '../server/nearby-app.ts';
import { shellCommand } from '../server/program-command.ts';
import { summaryLine } from './app-report.ts';
import { type Command, dirOption, type Flags } from './command.ts';
import { changeSettings } from './init/change-settings.ts';
import { openQuestions, type Questions } from './init/choose.ts';
import { chooseClients, clientOptions } from './init/choose-clients.ts';
import { copyTemplate, createDatabase } from './init/copy-template.ts';
import { type Kind, kindsIn, lookAround } from './init/found-folder.ts';
import { addIgnoreLines } from './init/ignore-lines.ts';
import { localUser } from './init/local-user.ts';
import { nextSteps } from './init/next-steps.ts';
import type { LocalUser } from './init/settings-text.ts';
import { clientText, type WrittenClient, writeClient } from './init/write-client.ts';
import { withProgress } from './progress.ts';
import { servedFolder } from './served-folder.ts';

const KINDS: readonly Kind[] = ['lowdefy', 'live', 'tools'];

export const initCommand: Command = {
  summary: 'set up a folder: settings, a user, the configuration of MCP clients; or a small app',
  about: `Finds the Lowdefy app, live UIs or tools in a folder, writes tandem.yaml and .gitignore, and connects your MCP clients.
In a folder without any, it makes a small app that works: a CRM (--lowdefy), a kanban board (--live), or approvals (--tools).
Files of clients are merged: nothing in them is lost, and a copy is kept. It can be repeated; what is there stays.`,
  options: {
    dir: dirOption('the folder to set up; it is created if it does not exist'),
    lowdefy: { type: 'boolean', help: 'make a Lowdefy app, if there is none: a CRM with an SQLite database' },
    live: { type: 'boolean', help: 'make a live UI, if there is none: a kanban board' },
    tools: { type: 'boolean', help: 'make a tool that asks, if there is none: approvals' },
    ...clientOptions,
    yes: { type: 'boolean', help: 'ask nothing; for scripts, and without a terminal' },
    quiet: { type: 'boolean', help: 'print problems only' },
    json: { type: 'boolean', help: 'print what was done as JSON; asks nothing' },
  },
  async run(flags) {
    const asks = flags.yes !== true && flags.json !== true && flags.print !== true;
    if (asks && !(process.stdin.isTTY && process.stdout.isTTY))
      throw new TandemError(
        'invalid_input',
        'tandem init asks questions, which needs a terminal. Without one, add --yes.',
      );
    const questions = asks ? openQuestions() : undefined;
    try {
      return await setUp(flags, questions);
    } finally {
      questions?.close();
    }
  },
};

async function setUp(flags: Flags, questions: Questions | undefined): Promise<number> {
  const wanted = wantedKind(flags);
  const dir = folderToSetUp(flags);
  if (flags.print) {
    for (const file of await chooseClients(dir, flags, undefined))
      console.log(`${file.client.name} (${file.path}):\n\n${clientText(file, dir)}\n`);
    return 0;
  }
  const before = kindsIn(lookAround(dir));
  const made = await kindToMake(dir, wanted, before, questions);
  // Everything that can be wrong with the command is found before anything is written.
  const files = await chooseClients(dir, flags, questions);
  // Next to an app, live UIs are in a folder of their own: those of apps are off limits to them.
  const home = made === 'live' && before.includes('lowdefy') ? resolve(dir, '.ui') : dir;
  const created = made ? copyTemplate(made, home).map((file) => relative(dir, resolve(home, file))) : [];
  const database = await createDatabase(dir);
  const found = lookAround(dir);
  const kinds = kindsIn(found);
  const apps = kinds.includes('lowdefy') ? await checked(dir) : [];
  const settings = await changeSettings(dir, kinds, await userFor(dir, apps));
  const ignored = addIgnoreLines(dir, [
    '.tandem/',
    ...(kinds.includes('lowdefy') ? ['.lowdefy/'] : []),
    ...(made || database ? ['data/'] : []),
  ]);
  const clients = files.map((file) => writeClient(file, dir));
  const report = {
    dir,
    kinds,
    created: [...created, ...(database ? [database] : [])],
    ...(settings !== undefined && { settings }),
    ignored,
    clients,
    apps,
    next: nextSteps({ dir, kinds, made, clients }),
  };
  if (flags.json) console.log(JSON.stringify(report, null, 2));
  else print(report, flags.quiet === true);
  return clients.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

function wantedKind(flags: Flags): Kind | undefined {
  const [kind, other] = KINDS.filter((one) => flags[one] === true);
  if (other !== undefined)
    throw new TandemError(
      'invalid_input',
      `Choose one of --${kind} and --${other}; run tandem init again for the other.`,
    );
  return kind;
}

function folderToSetUp(flags: Flags): string {
  if (typeof flags.dir === 'string' && !existsSync(flags.dir)) mkdirSync(flags.dir, { recursive: true });
  return servedFolder(flags);
}

/** What to make here, if anything. */
async function kindToMake(
  dir: string,
  wanted: Kind | undefined,
  present: readonly Kind[],
  questions: Questions | undefined,
): Promise<Kind | undefined> {
  if (wanted !== undefined) return present.includes(wanted) ? undefined : wanted;
  if (present.length > 0) return undefined;
  if (questions)
    return questions.one<Kind | undefined>(`Nothing to serve in ${dir} yet. Make`, [
      { label: 'a CRM: a Lowdefy app with an SQLite database', value: 'lowdefy' },
      { label: 'a kanban board: a live UI that an agent changes while you use it', value: 'live' },
      { label: 'approvals: a tool that asks you in the middle of its work', value: 'tools' },
      { label: 'nothing: an agent will build live UIs here', value: undefined },
    ]);
  if (isAsGoodAsEmpty(dir)) return 'lowdefy';
  const nearby = findNearbyApp(dir);
  throw new TandemError(
    'invalid_input',
    nearby !== undefined
      ? `No app in ${dir}. Did you mean ${nearby}? ${shellCommand()} init --dir ${nearby}`
      : `No app in ${dir}, which is not empty. Make one here with --lowdefy, --live or --tools, or choose another folder with --dir.`,
  );
}

/** As it is after `npm install tandem-mcp`, `git init`, or a client that was started here. */
function isAsGoodAsEmpty(dir: string): boolean {
  return readdirSync(dir).every((name) =>
    /^(\..*|package(-lock)?\.json|node_modules|README\.md|LICENSE)$/.test(name),
  );
}

async function checked(dir: string): Promise<AppCheck[]> {
  return withProgress('Building the app', async () => {
    const apps: AppCheck[] = [];
    for await (const app of checkApps(dir, { env: process.env, log: createLogger('silent') })) apps.push(app);
    return apps;
  });
}

/** Protected pages need somebody. Where keys or tokens say who that is, they decide. */
async function userFor(dir: string, apps: readonly AppCheck[]): Promise<LocalUser | undefined> {
  const needed = apps.some(({ built }) => built && built.protected.length > 0);
  if (!needed) return undefined;
  const { mcp } = await loadConfig(dir, process.env);
  if (mcp.user || mcp.auth || mcp.signIn) return undefined;
  return localUser([...new Set(apps.flatMap(({ built }) => built?.roles ?? []))]);
}

interface Report {
  dir: string;
  kinds: readonly Kind[];
  created: readonly string[];
  settings?: string;
  ignored: readonly string[];
  clients: readonly WrittenClient[];
  apps: readonly AppCheck[];
  next: readonly string[];
}

function print({ dir, created, settings, ignored, clients, apps, next }: Report, isQuiet: boolean): void {
  const say = (line: string) => {
    if (!isQuiet) console.log(line);
  };
  if (created.length > 0) say(`created  ${created.join(', ')}`);
  if (settings !== undefined) say(settings.replace(/^\w+/, (verb) => verb.padEnd(8)));
  if (ignored.length > 0) say(`added    ${ignored.join(', ')} to .gitignore`);
  for (const { client, path, outcome, backup, why } of clients) {
    const file = path.startsWith(dir) ? relative(dir, path) : path;
    if (outcome === 'failed')
      console.error(
        `failed   ${file} (${client}): ${why}. Put it in yourself: ${shellCommand()} init --print`,
      );
    else if (outcome === 'written')
      say(`wrote    ${file} (${client})${backup === undefined ? '' : `; before: ${backup}`}`);
    else say(`as it is ${file} (${client})`);
  }
  for (const app of apps) {
    const isWrong = app.findings.some(({ severity }) => severity === 'error');
    if (isWrong)
      console.error(
        `${summaryLine(app)}. See: ${shellCommand()} check --dir ${dirname(app.dir) === dir ? dir : app.dir}`,
      );
    else say(`${summaryLine(app)}`);
  }
  say(`\nNext:\n${next.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`);
}
