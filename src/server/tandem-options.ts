import type { LanguageModel } from 'ai';
import type { Area } from '../area/area.ts';
import type { AskAreaOptions } from '../ask/ask-area.ts';
import type { Logger } from '../lib/logger.ts';
import type { Config } from './config-schema.ts';

export interface TandemOptions {
  dir: string;
  config: Config;
  env: Record<string, string | undefined>;
  log: Logger;
  /** Asking tools beside those of the folder; with components of their own: `{ tool, client: new URL('./plugin.tsx', import.meta.url) }`. */
  tools?: AskAreaOptions['tools'];
  /** What `ctx.sample` asks, instead of what the folder says. */
  model?: LanguageModel;
  /** Follow changes of the apps' files. */
  watch?: boolean;
  /** More areas than the folder itself brings: embedders and tests. */
  areas?: readonly Area[];
  /** Told once, when the first call that does work comes in. */
  onFirstCall?(): void;
}
