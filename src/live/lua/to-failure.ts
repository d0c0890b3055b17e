import type { LuaFailure } from './live-runtime.ts';

/** Message, place and traceback of an error text that Lua made. */
export function toFailure(text: string): LuaFailure {
  const [message = '', trace] = text.split('\nstack traceback:');
  const where = /^([^\n:]+\.lua:\d+|ui_run:\d+):/.exec(message)?.[1];
  return {
    message,
    ...(where && { where }),
    ...(trace !== undefined && { traceback: `stack traceback:${trace}` }),
  };
}
