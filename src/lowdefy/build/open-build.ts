import { basename, join, resolve } from 'node:path';
import type { Logger } from '../../lib/logger.ts';
import type { AppPage } from '../app/app.ts';
import { toAppSettings } from '../app/app-settings.ts';
import type { McpAppInput } from '../app/mcp-schema.ts';
import { readMcpSettings } from '../app/read-mcp-settings.ts';
import { environmentName, lacksAuthSecret, missingSecretsOf, readSecrets } from '../app/secrets.ts';
import { toClientFacts } from '../client/client-facts.ts';
import { noteApprovals } from '../named/note-approvals.ts';
import type { AppFacts } from '../runner/app-runner.ts';
import { type BuildTypes, readBuildTypes } from './build-types.ts';
import { readBuiltPages } from './built-pages.ts';
import { type FoundBuild, findBuild, type PinnedBuild } from './find-build.ts';
import { type BuildFiles, readBuild } from './read-build.ts';
import { NOTHING_OFFERED, readTools } from './read-tools.ts';
import { addEndpointMcp, takeEndpointMcp } from './take-endpoint-mcp.ts';
import { takeRequestMcp } from './take-request-mcp.ts';
import { readUnknown, type UnknownTypes } from './unknown-types.ts';

export interface OpenBuildOptions {
  /** The app's folder, or a finished build. */
  dir: string;
  log: Logger;
  env: Record<string, string | undefined>;
  /** `mcp:` of `tandem.yaml`. */
  settings?: McpAppInput;
  /** A finished build to open instead of building the configuration, relative to the app's folder. */
  finished?: string | undefined;
  /** The program that embeds us has the secrets. */
  hasHost?: boolean;
  /** The build to open, whatever the configuration is now; its remarks have been reported. */
  build?: PinnedBuild;
}

/** A finished build, and what it says about the app without loading any of the app's packages. */
export interface OpenBuild extends Omit<FoundBuild, 'buildId' | 'sources'> {
  facts: AppFacts;
  files: BuildFiles;
  types: BuildTypes;
  pages: AppPage[];
  /** Block types that contain blocks. */
  parents: Set<string>;
  secrets: Record<string, string>;
  unknown: UnknownTypes;
}

/** Builds an app if necessary, and reads what can be known about it before it runs. */
export async function openBuild(options: OpenBuildOptions): Promise<OpenBuild> {
  const { env, build, settings: own = {} } = options;
  const log = build ? { ...options.log, info() {}, warn() {} } : options.log;
  const dir = resolve(options.dir);
  const { settings: fromFile, file } = readMcpSettings(dir);
  const { buildId, sources, ...found } = await findBuild(dir, log, {
    pinned: build,
    finished: options.finished,
  });
  const files = readBuild(found.buildDirectory);
  takeEndpointMcp(files);
  const ofRequests = takeRequestMcp(files);
  addEndpointMcp(files, 'lowdefy.yaml', fromFile.api);
  addEndpointMcp(files, 'tandem.yaml', own.api);
  const { pages, built, parents } = readBuiltPages(files);
  const settings = toAppSettings({
    pages: built,
    inputs: [
      { from: 'lowdefy.yaml', mcp: fromFile },
      { from: 'tandem.yaml', mcp: own },
    ],
    log,
  });
  const secrets = readSecrets(env);
  const missing = missingSecretsOf(files, secrets);
  if (missing.length > 0 && !options.hasHost) {
    log.warn(
      `The app in ${dir} uses secrets that are not set, so requests that need them will fail: ${missing.map(environmentName).join(', ')}.`,
    );
  }
  if (lacksAuthSecret(files, env)) {
    log.warn(
      `The app in ${dir} has auth providers, but NEXTAUTH_SECRET is not set. Tandem does not need it, because nobody signs in through NextAuth; Lowdefy's own server does.`,
    );
  }
  const unknown = readUnknown(files);
  for (const sentences of Object.values(unknown))
    for (const sentence of Object.values(sentences)) log.warn(`In the app in ${dir}: ${sentence}`);
  const { notice } = found.finder;
  const types = readBuildTypes(files);
  noteApprovals(settings, files, ofRequests);
  const offered = build
    ? NOTHING_OFFERED
    : await readTools({ files, settings, types, parents, finder: found.finder, log });
  const facts: AppFacts = {
    name: basename(dir),
    dir,
    buildId,
    settings,
    sources: [...sources, join(dir, file)],
    canShare: !keepsDataInMemory(files),
    client: toClientFacts(types, found.buildDirectory, found.finder),
    ...offered,
    ...(notice !== undefined && { notice }),
  };
  return { ...found, facts, files, types, pages, parents, secrets, unknown };
}

function keepsDataInMemory(files: BuildFiles): boolean {
  return [...files].some(([path, text]) => path.startsWith('connections/') && text.includes(':memory:'));
}
