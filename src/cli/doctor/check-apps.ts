import { relative } from 'node:path';
import { createLogger } from '../../lib/logger.ts';
import { countText } from '../../lowdefy/check/finding-text.ts';
import { type AppCheck, checkApps } from '../../server/check-apps.ts';
import type { Config } from '../../server/config-schema.ts';
import { shellCommand } from '../../server/program-command.ts';
import { changeSettings } from '../init/change-settings.ts';
import { createDatabase } from '../init/copy-template.ts';
import { localUser } from '../init/local-user.ts';
import { withProgress } from '../progress.ts';
import { type Diagnosis, fault, good, remark } from './diagnosis.ts';

/** Builds every app, and says what keeps people and agents from using it. */
export async function checkBuilds(dir: string, config: Config): Promise<Diagnosis[]> {
  const apps = await withProgress('Building the apps', () => builtApps(dir));
  return apps.flatMap((app) => [
    ofBuild(app),
    ...ofVersion(app),
    ...ofUser(app, dir, config),
    ...ofDatabases(app),
  ]);
}

async function builtApps(dir: string): Promise<AppCheck[]> {
  const apps: AppCheck[] = [];
  const log = createLogger('silent');
  for await (const app of checkApps(dir, { env: process.env, log, isReaching: true })) apps.push(app);
  return apps;
}

function ofBuild({ name, dir, findings, built }: AppCheck): Diagnosis {
  const counts = countText(findings);
  const see = `See: ${shellCommand()} check --dir ${relative(process.cwd(), dir) || '.'}`;
  if (!built) return fault(`${name} cannot be built: ${counts}. ${see}`);
  const text = `${name}: ${built.pages} pages, Lowdefy ${built.lowdefy}${counts && `; ${counts}`}`;
  return findings.some(({ severity }) => severity === 'error') ? fault(`${text}. ${see}`) : good(text);
}

function ofVersion({ built }: AppCheck): Diagnosis[] {
  return built?.fallback === undefined ? [] : [remark(built.fallback)];
}

/** Without a user nobody gets into protected pages on this machine; keys and tokens bring their own. */
function ofUser({ name, built }: AppCheck, dir: string, { mcp }: Config): Diagnosis[] {
  if (!built || built.protected.length === 0 || mcp.user || mcp.auth || mcp.signIn) return [];
  const { protected: closed, pages, roles } = built;
  const which =
    closed.length === pages
      ? 'all of its pages are'
      : `${closed.join(', ')} ${closed.length === 1 ? 'is' : 'are'}`;
  const message = `${name}: ${which} protected, and no user is configured, so agents cannot open ${closed.length === 1 ? 'it' : 'them'}. Set mcp.user in tandem.yaml, or run: ${shellCommand()} doctor --fix`;
  const fix = () => changeSettings(dir, ['lowdefy'], localUser(roles));
  return [closed.length === pages ? fault(message, fix) : remark(message, fix)];
}

function ofDatabases({ name, dir, databases = [] }: AppCheck): Diagnosis[] {
  return databases.map(({ connectionId, problem }) =>
    problem === undefined
      ? good(`${name}: the database "${connectionId}" responds`)
      : fault(`${name}: the database "${connectionId}" cannot be used: ${problem}`, async () => {
          const file = await createDatabase(dir);
          return file && `created ${file}`;
        }),
  );
}
