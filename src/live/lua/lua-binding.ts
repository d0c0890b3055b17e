import { LuaApi } from 'wasmoon-lua5.1';

/** A pointer or a number in the WASM instance. */
type Word = number;

/** The part of the C API that we call, directly through the WASM exports, without a library layer. */
export interface LuaExports {
  memory: WebAssembly.Memory;
  malloc(bytes: number): Word;
  free(pointer: Word): void;
  luaL_newstate(): Word;
  luaL_openlibs(state: Word): void;
  luaL_loadbuffer(state: Word, text: Word, length: number, name: Word): number;
  luaL_where(state: Word, level: number): void;
  lua_pcall(state: Word, args: number, results: number, handler: number): number;
  lua_gettop(state: Word): number;
  lua_settop(state: Word, index: number): void;
  lua_type(state: Word, index: number): number;
  lua_tolstring(state: Word, index: number, length: Word): Word;
  lua_tonumber(state: Word, index: number): number;
  lua_toboolean(state: Word, index: number): number;
  lua_pushlstring(state: Word, text: Word, length: number): void;
  lua_pushnumber(state: Word, value: number): void;
  lua_pushboolean(state: Word, value: number): void;
  lua_pushnil(state: Word): void;
  lua_pushvalue(state: Word, index: number): void;
  lua_pushcclosure(state: Word, fn: Word, upvalues: number): void;
  lua_createtable(state: Word, array: number, hash: number): void;
  lua_concat(state: Word, count: number): void;
  lua_checkstack(state: Word, slots: number): number;
  lua_rawset(state: Word, index: number): void;
  lua_rawseti(state: Word, index: number, n: number): void;
  lua_rawgeti(state: Word, index: number, n: number): void;
  luaL_ref(state: Word, table: number): number;
  lua_sethook(state: Word, fn: Word, mask: number, count: number): void;
  lua_gc(state: Word, what: number, data: number): number;
  lua_error(state: Word): void;
}

export interface LuaBinding {
  lua: LuaExports;
  /** Makes a JavaScript function callable from C; `signature` in emscripten's notation. */
  addFunction(fn: (...words: number[]) => number | undefined, signature: 'ii' | 'vii'): Word;
  /** The maximum memory; beyond it an allocation fails inside Lua, as it should. */
  setHeapLimit(bytes: number): void;
}

let last: Promise<unknown> = Promise.resolve();

/** A fresh WASM instance. One after the other, because each has to capture its own instance. */
export function loadLua(): Promise<LuaBinding> {
  const loaded = last.then(load);
  last = loaded.catch(() => undefined);
  return loaded;
}

/**
 * The library hides the instance, and implements its memory limit as a JavaScript allocator that makes every
 * allocation a third slower. Intercepting its creation gives us both: raw exports, and control of memory growth.
 */
async function load(): Promise<LuaBinding> {
  const original = WebAssembly.instantiate;
  let exports: LuaExports | undefined;
  let limit = Number.POSITIVE_INFINITY;
  const spy = async (source: BufferSource, imports?: WebAssembly.Imports) => {
    const env = (imports?.env ?? {}) as { emscripten_resize_heap?: (bytes: number) => number };
    const resize = env.emscripten_resize_heap;
    if (!resize) throw new Error('wasmoon-lua5.1 does not grow its memory as expected');
    // 0: no more; malloc then returns null, and Lua reports "not enough memory".
    env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > limit ? 0 : resize(bytes));
    const result = await original(source, imports);
    exports = result.instance.exports as unknown as LuaExports;
    return result;
  };
  WebAssembly.instantiate = spy as typeof WebAssembly.instantiate;
  let api: LuaApi;
  try {
    api = await LuaApi.initialize();
  } finally {
    WebAssembly.instantiate = original;
  }
  if (!exports) throw new Error('wasmoon-lua5.1 did not make a WASM instance');
  const module = api.module as unknown as Pick<LuaBinding, 'addFunction'>;
  return {
    lua: exports,
    addFunction: (fn, signature) => module.addFunction(fn, signature),
    setHeapLimit: (bytes) => {
      limit = bytes;
    },
  };
}
