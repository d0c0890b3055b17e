import type { LanguageModel } from 'ai';
import type { Area } from '../area/area.ts';
import type { AskAreaOptions } from '../ask/ask-area.ts';
import type { Logger } from '../lib/logger.ts';
import type { LowdefyHost } from '../lowdefy/lowdefy-host.ts';
import type { AreaDefinition } from './area-definition.ts';
import type { Config } from './config-schema.ts';

/** Options of `createTandem`. Only `dir` is required. */
export interface TandemOptions {
  /** The folder to serve. */
  dir: string;
  /** Default: from `tandem.yaml` and the environment. */
  config?: Config;
  /** Default: `process.env`. */
  env?: Record<string, string | undefined>;
  /** Default: warnings and errors go to stderr. */
  log?: Logger;
  /**
   * Asking tools besides those of the folder. A tool with its own component:
   * `{ tool, client: new URL('./plugin.tsx', import.meta.url) }`.
   */
  tools?: AskAreaOptions['tools'];
  /** The model for `ctx.sample` and the chat page, instead of the configured one. */
  model?: LanguageModel;
  /** For the server of a Lowdefy app: run sessions on its build, and their requests on its connections. */
  lowdefy?: LowdefyHost;
  /** Rebuild apps when their files change. */
  watch?: boolean;
  /** Areas besides those of the program. */
  areas?: readonly (AreaDefinition | Area)[];
  /** Called once, at the first call that does work. */
  onFirstCall?(): void;
}
