import type { LuaFailure } from './live-runtime.ts';

/** A failure in words for an agent. */
export function toFailureText({ message, traceback }: LuaFailure): string {
  return traceback ? `${message}\n${traceback}` : message;
}
