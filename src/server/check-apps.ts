import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { readBuild } from '../lowdefy/build/read-build.ts';
import { checkConfig } from '../lowdefy/check/check-config.ts';
import type { ConfigFinding } from '../lowdefy/check/config-finding.ts';
import { type BuildSummary, describeBuild } from '../lowdefy/check/describe-build.ts';
import { type ReachedDatabase, reachDatabases } from '../lowdefy/check/reach-databases.ts';
import { withBuildFailure } from '../lowdefy/check/with-build-failure.ts';
import { findApps } from './find-projects.ts';
import { knownRoles } from './known-roles.ts';
import { loadAppWithSettings } from './load-app-with-settings.ts';
import { loadConfig, readConfig } from './load-config.ts';

/** One app of a folder, built and checked. */
export interface AppCheck {
  name: string;
  dir: string;
  findings: ConfigFinding[];
  /** Absent if it cannot be built. */
  built?: BuildSummary;
  /** Its databases, if they were asked. */
  databases?: ReachedDatabase[];
}

interface CheckAppsOptions {
  env: Record<string, string | undefined>;
  log: Logger;
  /** Ask the databases, too. */
  isReaching?: boolean;
}

/** Builds and checks the apps of a folder, one after the other. */
export async function* checkApps(
  dir: string,
  { env, log, isReaching = false }: CheckAppsOptions,
): AsyncIterable<AppCheck> {
  const config = await loadConfig(dir, env);
  const apps = Object.entries(findApps(dir));
  if (apps.length === 0)
    throw new TandemError(
      'invalid_config',
      `No Lowdefy app found in ${dir}: no lowdefy.yaml there or one folder down. Choose the app's folder with --dir.`,
    );
  const roles = knownRoles(config.mcp);
  for (const [name, folder] of apps) {
    const options = { dir: folder, log, roles };
    try {
      const app = await loadAppWithSettings(folder, { dir, config, readConfig, env, log });
      try {
        const databases = isReaching ? await reachDatabases(app) : undefined;
        const findings = await checkConfig({ ...options, built: readBuild(app.buildDirectory) });
        yield { name, dir: folder, findings, built: describeBuild(app), ...(databases && { databases }) };
      } finally {
        await app.close();
      }
    } catch (error) {
      if (!(error instanceof TandemError)) throw error;
      yield { name, dir: folder, findings: await withBuildFailure(options, error) };
    }
  }
}
