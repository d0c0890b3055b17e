import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LanguageModel } from 'ai';
import { createLogger, type Logger } from '../../lib/logger.ts';
import { createDemoModel } from './demo-model.ts';

interface Provider {
  key: string;
  /** An optional peer dependency. */
  package: string;
  factory: string;
  modelId: string;
}

/** By key, the first one wins. The models are the providers' usual ones; another is one line in model.ts. */
const PROVIDERS: readonly Provider[] = [
  {
    key: 'ANTHROPIC_API_KEY',
    package: '@ai-sdk/anthropic',
    factory: 'anthropic',
    modelId: 'claude-sonnet-4-5',
  },
  { key: 'OPENAI_API_KEY', package: '@ai-sdk/openai', factory: 'openai', modelId: 'gpt-5-mini' },
  {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    package: '@ai-sdk/google',
    factory: 'google',
    modelId: 'gemini-2.5-flash',
  },
];

const GATEWAY_KEY = 'AI_GATEWAY_API_KEY';
const GATEWAY_MODEL = 'anthropic/claude-sonnet-4.5';

/** Where `loadChatModel` looks for a model. By default in the environment of the process. */
export interface ChatModelOptions {
  /** The model that the folder configures, if any. */
  configured?(): Promise<LanguageModel | undefined>;
  /** Where keys are looked for. Default: the environment of the process. */
  env?: Record<string, string | undefined>;
  log?: Logger;
  /** Where a provider's package is looked for; by default where Tandem is, then the folder it was started in. */
  load?(name: string): Promise<Record<string, unknown> | undefined>;
}

/**
 * The configured model, or that of the first provider whose key is in the environment, or else a script that identifies
 * itself as scripted.
 *
 * @example
 * ```ts
 * import { loadChatModel } from 'tandem-mcp/chat';
 *
 * const model = await loadChatModel({ env: { ANTHROPIC_API_KEY: 'sk-…' } });
 * ```
 */
export async function loadChatModel(options: ChatModelOptions = {}): Promise<LanguageModel> {
  const { configured, env = process.env, log = createLogger('warn'), load = loadPackage } = options;
  const own = await configured?.();
  if (own) return own;
  for (const provider of PROVIDERS) {
    if (!env[provider.key]) continue;
    const create = (await load(provider.package))?.[provider.factory];
    if (typeof create === 'function') return create(provider.modelId) as LanguageModel;
    log.warn(
      `${provider.key} is set, but ${provider.package} is not installed, so a script replies in the chat. Run: npm install ${provider.package}@3`,
    );
  }
  // The gateway comes with the SDK itself: a name is enough.
  return env[GATEWAY_KEY] ? GATEWAY_MODEL : createDemoModel();
}

async function loadPackage(name: string): Promise<Record<string, unknown> | undefined> {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href])
    try {
      const path = createRequire(from).resolve(name);
      return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  return undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND');
}
