import type { LuaFailure } from './live-runtime.ts';

/** Message, location and traceback of a Lua error text. */
export function toFailure(text: string): LuaFailure {
  const [message = '', trace] = text.split('\nstack traceback:');
  const where = /^([^\n:]+\.lua:\d+|ui_run:\d+):/.exec(message)?.[1];
  return {
    message,
    ...(where && { where }),
    ...(trace !== undefined && { traceback: `stack traceback:${trace}` }),
  };
}
