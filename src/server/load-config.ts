import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseUserEnv } from '../auth/local-principal.ts';
import { TandemError } from '../errors.ts';
import { isAddressRange } from '../lib/address-list.ts';
import { LOG_FORMATS, type LogFormat } from '../lib/logger.ts';
import type { AreaDefinition } from './area-definition.ts';
import { type Config, configSchema, createConfigSchema } from './config-schema.ts';
import { APP_FILES } from './find-projects.ts';

const FILE = 'tandem.yaml';

export interface Overrides {
  host?: string;
  port?: number;
  mcpPort?: number;
}

type Environment = Record<string, string | undefined>;

/**
 * The configuration of a folder. Later sources win: `mcp:` of the app in the folder, `tandem.yaml`, the environment,
 * `flags`.
 *
 * @example
 * ```ts
 * import { createTandem, loadConfig } from 'tandem-mcp';
 *
 * const config = await loadConfig('.', process.env, { port: 9000 });
 * const tandem = await createTandem({ dir: '.', config });
 * ```
 */
export async function loadConfig(
  dir: string,
  env: Environment,
  flags: Overrides = {},
  areas: readonly AreaDefinition[] = [],
): Promise<Config> {
  const config = await readConfig(dir, areas);
  const { host, port, mcpPort = config.mcp.port ?? 8001, ...rest } = config.http;
  const http = { ...rest, host, port, mcpPort, ...present(fromEnvironment(env)), ...present(flags) };
  const format = parseLogFormat(env.TANDEM_LOG_FORMAT, 'TANDEM_LOG_FORMAT') ?? config.log.format ?? 'text';
  const log = { format, access: config.log.access ?? format === 'json' };
  const user = env.TANDEM_USER ? parseUserEnv(env.TANDEM_USER) : config.mcp.user;
  return { ...config, http, log, mcp: { ...config.mcp, ...(user ? { user } : {}) } };
}

/** What the files of a folder say, without environment and flags. */
export async function readConfig(dir: string, areas: readonly AreaDefinition[] = []): Promise<Config> {
  const schema = areas.length === 0 ? configSchema : createConfigSchema(areas);
  const file = await readOwnFile(dir);
  const app = await readAppConfig(dir);
  const value = (file?.value ?? {}) as { mcp?: Record<string, unknown> };
  const own = value.mcp ?? {};
  if (!file && !app) return schema.parse({});
  const limits = { ...app?.server.limits, ...(own.limits as object | undefined) };
  const mcp = app && isRecord(own) ? { ...app.server, ...own, limits } : value.mcp;
  // Loaded only where there is a file: most folders have none, and start-up time counts.
  const { checkYaml } = await import('../lib/yaml-source.ts');
  return checkYaml(schema, isRecord(value) ? { ...value, ...(mcp ? { mcp } : {}) } : value, {
    where: ([first, second, ...rest]) => {
      const isApps = app && first === 'mcp' && second !== undefined && !(String(second) in own);
      if (isApps) return app.where(String(second), ...rest.map(String));
      const path = [first, second, ...rest].filter((key) => key !== undefined);
      return `${FILE}:${file?.lineOf(path) ?? 1}`;
    },
  });
}

async function readOwnFile(dir: string) {
  const path = join(dir, FILE);
  if (!existsSync(path)) return undefined;
  const { parseYaml } = await import('../lib/yaml-source.ts');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new TandemError('invalid_config', `${path} cannot be read: ${(error as Error).message}.`);
  }
  return parseYaml(FILE, text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The part of an app's `mcp:` that is about the server; the part about the app is read with the app. */
async function readAppConfig(dir: string) {
  if (!APP_FILES.some((file) => existsSync(join(dir, file)))) return undefined;
  const { readMcpSettings } = await import('../lowdefy/app/read-mcp-settings.ts');
  const { settings, where } = readMcpSettings(dir);
  const { auth, user, limits, session, port, name, version, tools, enabled } = settings;
  return { server: present({ auth, user, limits, session, port, name, version, tools, enabled }), where };
}

function fromEnvironment(env: Environment): Overrides & Partial<Config['http']> {
  return {
    publicUrl: env.TANDEM_PUBLIC_URL || undefined,
    viewsUrl: env.TANDEM_VIEWS_URL || undefined,
    instanceUrl: parseInstanceUrl(env.TANDEM_INSTANCE_URL),
    trustProxy: env.TANDEM_TRUST_PROXY ? parseAddresses(env.TANDEM_TRUST_PROXY) : undefined,
    host: env.TANDEM_HOST || undefined,
    port: parsePort(env.TANDEM_PORT, 'TANDEM_PORT'),
    mcpPort: parsePort(env.TANDEM_MCP_PORT, 'TANDEM_MCP_PORT'),
  };
}

function parseInstanceUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new TandemError(
    'invalid_config',
    `TANDEM_INSTANCE_URL must be an address such as "http://10.0.0.3:8000", without a path, not "${text}".`,
  );
}

function parseAddresses(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isAddressRange(entry));
  if (wrong === undefined) return entries;
  throw new TandemError(
    'invalid_config',
    `TANDEM_TRUST_PROXY must list addresses or networks, such as "127.0.0.1,10.0.0.0/8", not "${wrong}".`,
  );
}

export function parseLogFormat(text: string | undefined, of: string): LogFormat | undefined {
  if (text === undefined || text === '') return undefined;
  const format = LOG_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new TandemError('invalid_config', `${of} must be one of ${LOG_FORMATS.join(', ')}, not "${text}".`);
}

export function parsePort(text: string | undefined, of: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new TandemError('invalid_config', `${of} must be a port number from 0 to 65535, not "${text}".`);
}

function present<T extends object>(values: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
