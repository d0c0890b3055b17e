import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import type { Area } from '../area/area.ts';
import type { AskAreaOptions } from '../ask/ask-area.ts';
import type { Logger } from '../lib/logger.ts';
import type { LowdefyHost } from '../lowdefy/lowdefy-host.ts';
import type { SessionKind } from '../session/session-kind.ts';
import type { CoreConfig } from './core-config.ts';

/**
 * An area before it is created: its name, its kind of session, its keys of `tandem.yaml`, and a function that creates it
 * for a folder.
 *
 * @example
 * ```ts
 * import { type AreaDefinition, createTandem } from 'tandem-mcp';
 * import { z } from 'zod';
 *
 * const settings = { greeting: z.string().default('Hello') };
 * const greetings: AreaDefinition<typeof settings> = {
 *   name: 'greetings',
 *   settings,
 *   create: ({ config }) => ({ name: 'greetings', instructions: `Greet with "${config.greeting}".` }),
 * };
 *
 * const tandem = await createTandem({ dir: '.', areas: [greetings] });
 * ```
 */
export interface AreaDefinition<Settings extends z.ZodRawShape = z.ZodRawShape> {
  /** As in `areas:` of `tandem.yaml`. */
  name: string;
  /** Part of every folder: `areas` of the configuration neither adds nor removes it. */
  isAlways?: boolean;
  /** What it was called in earlier configurations, which still works. */
  formerName?: string;
  sessionKind?: SessionKind | readonly SessionKind[];
  /** Its keys of `tandem.yaml`. Each must have a default, for files that do not name it. */
  settings?: Settings;
  /** The area for this folder, or undefined when the folder has nothing for it. Nothing is loaded or built yet. */
  create(served: ServedFolder<Settings>): Area | undefined;
}

/** The folder that is served, as an area sees it. */
export interface ServedFolder<Settings extends z.ZodRawShape = z.ZodRawShape> {
  dir: string;
  env: Record<string, string | undefined>;
  log: Logger;
  config: ConfigWith<Settings>;
  /** What `tandem.yaml` of another folder says. */
  readConfig(dir: string): Promise<ConfigWith<Settings>>;
  /** Named in `areas:`, or offered because nothing is. */
  isWanted: boolean;
  /** Follow changes of files. */
  watch: boolean;
  /** The areas that come before this one. */
  areas: readonly Area[];
  /** Whether the program that embeds Tandem adds areas of its own, whose tools may ask. */
  isExtended: boolean;
  /** Tools and model from the program that embeds Tandem. */
  tools: NonNullable<AskAreaOptions['tools']>;
  model: LanguageModel | undefined;
  /** The server of a Lowdefy app that embeds Tandem. */
  lowdefy?: LowdefyHost | undefined;
}

export type ConfigWith<Settings extends z.ZodRawShape> = CoreConfig & z.output<z.ZodObject<Settings>>;

/** An area that needs no settings may be passed as it is. */
export function toDefinition(area: AreaDefinition | Area): AreaDefinition {
  return 'create' in area ? area : { name: area.name, create: () => area };
}
