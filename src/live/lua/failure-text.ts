import type { LuaFailure } from './live-runtime.ts';

/** A failure as an agent reads it. */
export function toFailureText({ message, traceback }: LuaFailure): string {
  return traceback ? `${message}\n${traceback}` : message;
}
