import type { LuaExports } from './lua-binding.ts';

export interface LuaStrings {
  /** Keeps it in the VM's memory while `use` runs. */
  lend<T>(value: string | Uint8Array, use: (pointer: number, length: number) => T): T;
  push(L: number, value: string | Uint8Array): void;
  text(L: number, index: number): string | undefined;
  /** Text if it is valid UTF-8, otherwise a copy of the bytes. */
  read(L: number, index: number): string | Uint8Array;
}

/** Names and ids are this short, and there are many: they need no separate buffer. */
const SHORT = 64;

/** Copying text and bytes over the boundary; binary safe. */
export function createLuaStrings(lua: LuaExports): LuaStrings {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const lengthAt = lua.malloc(4);
  const scratch = lua.malloc(SHORT);
  let view = new Uint8Array(lua.memory.buffer);
  const heap = () => {
    if (view.buffer !== lua.memory.buffer) view = new Uint8Array(lua.memory.buffer);
    return view;
  };
  const lend = <T>(value: string | Uint8Array, use: (pointer: number, length: number) => T): T => {
    const bytes = typeof value === 'string' ? encoder.encode(value) : value;
    const pointer = lua.malloc(bytes.length + 1);
    if (pointer === 0) throw new Error('not enough memory');
    try {
      const target = heap();
      target.set(bytes, pointer);
      target[pointer + bytes.length] = 0;
      return use(pointer, bytes.length);
    } finally {
      lua.free(pointer);
    }
  };
  const bytes = (L: number, index: number): Uint8Array | undefined => {
    const pointer = lua.lua_tolstring(L, index, lengthAt);
    if (pointer === 0) return undefined;
    const memory = heap();
    const length = new DataView(memory.buffer).getUint32(lengthAt, true);
    return memory.subarray(pointer, pointer + length);
  };
  const pushLong = (L: number, value: string | Uint8Array) =>
    lend(value, (pointer, length) => lua.lua_pushlstring(L, pointer, length));
  return {
    lend,
    push(L, value) {
      if (typeof value !== 'string' || value.length > SHORT) return pushLong(L, value);
      const memory = heap();
      for (let i = 0; i < value.length; i++) {
        const code = value.charCodeAt(i);
        if (code > 127) return pushLong(L, value);
        memory[scratch + i] = code;
      }
      lua.lua_pushlstring(L, scratch, value.length);
    },
    text(L, index) {
      const found = bytes(L, index);
      return found && decoder.decode(found);
    },
    read(L, index) {
      const found = bytes(L, index) ?? new Uint8Array();
      const text = decoder.decode(found);
      return text.includes('\uFFFD') ? found.slice() : text;
    },
  };
}
