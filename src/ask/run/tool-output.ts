import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolLogLevel } from '../tool/operation.ts';

/** The call whose tool is running, for what the tool prints. */
export interface Printing {
  /** False if it was printed before: the tool is being replayed. */
  print(level: ToolLogLevel, message: string): boolean;
}

export const toolOutput = new AsyncLocalStorage<Printing>();

/** For a trial of a tool that must have no effects. */
export const PRINTS_NOTHING: Printing = { print: () => false };
