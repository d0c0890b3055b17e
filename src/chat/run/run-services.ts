import type { LanguageModel } from 'ai';
import type { AnyMcpTool, Calls } from '../../ask/door.ts';
import type { Logger } from '../../lib/logger.ts';
import type { PlaceFilter } from '../../lib/place-filter.ts';
import type { Sessions } from '../../session/sessions.ts';

/** What conversations run on. */
export interface RunServices {
  sessions: Sessions;
  calls(): Calls;
  /** The tools that the model may use now. */
  tools(): Promise<readonly AnyMcpTool[]>;
  /** The model of that name; without a name, the usual one. Throws `invalid_input` for an unknown name. */
  model(name?: string): Promise<LanguageModel>;
  models: readonly string[];
  systemPrompt?: string | undefined;
  /** Accept a system prompt from clients, after ours. */
  takesSystemPrompt: boolean;
  /** How often the model is called in one run. */
  maxRounds: number;
  log: Logger;
  /** For users who are not at this machine. */
  places: PlaceFilter;
}
