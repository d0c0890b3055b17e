import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { parseUserEnv } from '../auth/local-principal.ts';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import { type Config, configSchema } from './config-schema.ts';
import { APP_FILES } from './find-projects.ts';

const FILE = 'tandem.yaml';

export interface Overrides {
  host?: string;
  port?: number;
  mcpPort?: number;
}

type Environment = Record<string, string | undefined>;

/** `mcp:` of the app in a folder, then its `tandem.yaml`, the environment, flags; later ones win. */
export async function loadConfig(dir: string, env: Environment, flags: Overrides = {}): Promise<Config> {
  const config = await readConfig(dir);
  const { host, port, mcpPort = config.mcp.port ?? 8001, ...rest } = config.http;
  const http = { ...rest, host, port, mcpPort, ...present(fromEnvironment(env)), ...present(flags) };
  const user = env.TANDEM_USER ? parseUserEnv(env.TANDEM_USER) : config.mcp.user;
  return { ...config, http, mcp: { ...config.mcp, ...(user ? { user } : {}) } };
}

/** What an app's own `tandem.yaml` says about the app, where it is one of several in the served folder. */
export async function loadAppSettings(dir: string): Promise<Config['mcp']> {
  return (await readConfig(dir)).mcp;
}

async function readConfig(dir: string): Promise<Config> {
  const file = await readFileConfig(join(dir, FILE));
  const app = await readAppConfig(dir);
  if (!app) return parse(file.value, file.describe);
  const own = (file.value as { mcp?: Record<string, unknown> } | null)?.mcp ?? {};
  const ownLimits = own.limits as object | undefined;
  const mcp = { ...app.server, ...own, limits: { ...app.server.limits, ...ownLimits } };
  return parse({ ...(file.value as object), mcp }, (issue) => {
    const path = issue.path.map(String);
    const isOwn = path[0] !== 'mcp' || path[1] === undefined || path[1] in own;
    return isOwn
      ? file.describe(issue)
      : `${app.where(...path.slice(1))}: ${path.join('.')}: ${toSentence(issue.message)}`;
  });
}

function parse(value: unknown, describe: (issue: z.core.$ZodIssue) => string): Config {
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TandemError('invalid_config', parsed.error.issues.map(describe).join('\n'));
}

/** The part of an app's `mcp:` that is about the server; the part about the app is read with the app. */
async function readAppConfig(dir: string) {
  if (!APP_FILES.some((file) => existsSync(join(dir, file)))) return undefined;
  const { readMcpSettings } = await import('../lowdefy/app/read-mcp-settings.ts');
  const { settings, where } = readMcpSettings(dir);
  const { auth, user, limits, session, port, name, version, tools, enabled } = settings;
  return { server: present({ auth, user, limits, session, port, name, version, tools, enabled }), where };
}

interface ConfigFile {
  value: unknown;
  describe(issue: z.core.$ZodIssue): string;
}

async function readFileConfig(path: string): Promise<ConfigFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { value: {}, describe: (issue) => issue.message };
    throw new TandemError('invalid_config', `${path} cannot be read: ${(error as Error).message}.`);
  }
  // Loaded only where there is a file: most folders have none, and start-up time counts.
  const { LineCounter, parseDocument, isMap, isNode, isScalar } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors[0];
  if (broken) {
    const line = broken.linePos?.[0].line ?? 1;
    // The parser repeats the line, and shows it below.
    const [problem = ''] = broken.message.split(/ at line \d|\n/);
    throw new TandemError('invalid_config', `${FILE}:${line}: not valid YAML: ${toSentence(problem)}`);
  }
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    // An alias without its anchor, or so many of them that they would fill the memory.
    throw new TandemError(
      'invalid_config',
      `${FILE}: not valid YAML: ${toSentence((error as Error).message)}`,
    );
  }
  return { value, describe };

  function describe(issue: z.core.$ZodIssue): string {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    const name = path.join('.');
    if (issue.code !== 'unrecognized_keys')
      return `${FILE}:${lineOf(path)}: ${name || 'the file'}: ${toSentence(issue.message)}`;
    const key = issue.keys[0] ?? '';
    const at = `${FILE}:${lineOf([...path, key])}`;
    const known = settingsAt(path);
    // Where a schema says itself which settings there are (they depend on the type of auth), it knows better.
    if (known.length === 0) return `${at}: ${name}: ${toSentence(issue.message)}`;
    return `${at}: unknown setting "${[name, key].filter(Boolean).join('.')}".${didYouMean(key, known)}`;
  }

  /** The line of a setting, or of the nearest one above it that is there. */
  function lineOf(path: (string | number)[]): number {
    for (let length = path.length; length > 0; length--) {
      const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
      const pair =
        isMap(parent) &&
        parent.items.find((item) => isScalar(item.key) && item.key.value === path[length - 1]);
      const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}

function toSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The names that are valid at a place of the file, for the nearest one. */
function settingsAt(path: (string | number)[]): string[] {
  let schema: unknown = configSchema;
  for (const key of ['', ...path]) {
    if (key !== '') schema = (schema as { shape?: Record<string, unknown> }).shape?.[String(key)];
    while (schema && typeof schema === 'object' && !('shape' in schema)) {
      schema = (schema as { def?: { innerType?: unknown } }).def?.innerType;
    }
  }
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}

function fromEnvironment(env: Environment): Overrides {
  return {
    host: env.TANDEM_HOST || undefined,
    port: parsePort(env.TANDEM_PORT, 'TANDEM_PORT'),
    mcpPort: parsePort(env.TANDEM_MCP_PORT, 'TANDEM_MCP_PORT'),
  };
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
