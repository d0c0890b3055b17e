import { loadLua } from './lua-binding.ts';
import { createLuaData } from './lua-data.ts';
import { createLuaStrings } from './lua-strings.ts';

export type LuaScalar = string | Uint8Array | number | boolean | null;

/** What Lua may call on its host. What it throws becomes a Lua error. */
export type HostFunction = (...args: LuaScalar[]) => LuaScalar | LuaScalar[] | undefined;

/** A minimal Lua VM for a session: plain data in, text out. */
export interface LuaVm {
  /** Runs one of our own chunks; it receives the private table that all of them share. */
  load(source: string, name: string): void;
  /** Calls the function that the prelude registered; throws LuaError, or another error if the VM is broken. */
  call(op: string, input: unknown, deadline: number): string;
  /** Bytes that Lua uses. */
  used(): number;
}

/** The Lua code failed; the VM is fine. */
export class LuaError extends Error {
  readonly kind: 'error' | 'memory' | 'deadline';

  constructor(message: string, kind: LuaError['kind']) {
    super(message);
    this.name = 'LuaError';
    this.kind = kind;
  }
}

export interface LuaVmOptions {
  memoryBytes: number;
  host: HostFunction;
}

const REGISTRY = -10_000;
const TYPE = { boolean: 1, number: 3, string: 4 };
const ERROR_MEMORY = 4;
const MASK_COUNT = 8;
/** Instructions between two checks of the clock: well below a millisecond. */
const HOOK_COUNT = 10_000;
const GC_COLLECT = 2;
const GC_COUNT = 3;
/** What our own copying may use above the limit of the app. */
const RESERVE = 16 * 1024 * 1024;

export async function createLuaVm({ memoryBytes, host }: LuaVmOptions): Promise<LuaVm> {
  const { lua, addFunction, setHeapLimit } = await loadLua();
  const strings = createLuaStrings(lua);
  const pushData = createLuaData(lua, strings);
  // An empty VM takes 16 MiB of address space; the limit counts what comes on top.
  const floor = lua.memory.buffer.byteLength;
  const hardLimit = Math.max(memoryBytes, floor);
  setHeapLimit(hardLimit + RESERVE);
  const state = lua.luaL_newstate();
  lua.luaL_openlibs(state);

  let deadline = Number.POSITIVE_INFINITY;
  let expired = false;
  let collectAt = memoryBytes / 2;
  let pending: unknown;

  const used = () => lua.lua_gc(state, GC_COUNT, 0) * 1024;

  const fail = (L: number, message: string): void => {
    lua.luaL_where(L, 0);
    strings.push(L, message);
    lua.lua_concat(L, 2);
    lua.lua_error(L);
  };

  // Lua 5.1 does not collect garbage when memory runs out, so we do it before.
  const hook = addFunction((L = 0) => {
    if (Date.now() > deadline) {
      expired = true;
      fail(L, 'stopped: it ran longer than allowed');
    }
    const now = lua.lua_gc(L, GC_COUNT, 0) * 1024;
    if (now > collectAt) {
      lua.lua_gc(L, GC_COLLECT, 0);
      const live = lua.lua_gc(L, GC_COUNT, 0) * 1024;
      collectAt = Math.max(memoryBytes / 2, (live + memoryBytes) / 2);
      if (live > memoryBytes) fail(L, 'not enough memory');
    }
    return undefined;
  }, 'vii');
  lua.lua_sethook(state, hook, MASK_COUNT, HOOK_COUNT);

  const callHost = addFunction((L = 0) => {
    const args = Array.from({ length: lua.lua_gettop(L) }, (_, i) => read(L, i + 1));
    if (args[0] === 'input') return giveInput(L);
    let answer: LuaScalar[];
    try {
      const result = args[0] === 'expired' ? expired : host(...args);
      answer = Array.isArray(result) ? result : [result ?? null];
    } catch (error) {
      // Outside of the try: raising a Lua error is itself an exception that has to pass.
      answer = [];
      strings.push(L, error instanceof Error ? error.message : String(error));
    }
    if (answer.length === 0) lua.lua_error(L);
    for (const value of answer) push(L, value);
    return answer.length;
  }, 'ii');

  /** Inside the call, because only here can Lua report that it is out of memory. */
  function giveInput(L: number): number {
    if (!pushData(L, pending)) fail(L, 'the input is nested too deeply');
    return 1;
  }

  function read(L: number, index: number): LuaScalar {
    const type = lua.lua_type(L, index);
    if (type === TYPE.string) return strings.read(L, index);
    if (type === TYPE.number) return lua.lua_tonumber(L, index);
    return type === TYPE.boolean ? lua.lua_toboolean(L, index) !== 0 : null;
  }

  function push(L: number, value: LuaScalar): void {
    if (typeof value === 'number') lua.lua_pushnumber(L, value);
    else if (typeof value === 'boolean') lua.lua_pushboolean(L, value ? 1 : 0);
    else if (value === null) lua.lua_pushnil(L);
    else strings.push(L, value);
  }

  function finish(status: number): void {
    if (status === 0) return;
    const message = strings.text(state, -1) ?? '(error object is not a string)';
    lua.lua_settop(state, 0);
    const memory = status === ERROR_MEMORY || message.includes('not enough memory');
    if (memory) {
      setHeapLimit(hardLimit + RESERVE);
      lua.lua_gc(state, GC_COLLECT, 0);
      collectAt = Math.max(memoryBytes / 2, (used() + memoryBytes) / 2);
    }
    throw new LuaError(message, expired ? 'deadline' : memory ? 'memory' : 'error');
  }

  // The private table; its field `dispatch` is what `call` calls.
  lua.lua_createtable(state, 0, 0);
  const shared = lua.luaL_ref(state, REGISTRY);

  return {
    load(source, name) {
      const status = strings.lend(source, (text, length) =>
        strings.lend(name, (chunk) => lua.luaL_loadbuffer(state, text, length, chunk)),
      );
      finish(status);
      lua.lua_rawgeti(state, REGISTRY, shared);
      lua.lua_pushcclosure(state, callHost, 0);
      finish(lua.lua_pcall(state, 2, 0, 0));
    },
    call(op, input, until) {
      setHeapLimit(hardLimit + RESERVE);
      expired = false;
      lua.lua_settop(state, 0);
      // The prelude's last chunk left the dispatcher at index 1 of the private table.
      lua.lua_rawgeti(state, REGISTRY, shared);
      lua.lua_rawgeti(state, 1, 1);
      strings.push(state, op);
      pending = input;
      setHeapLimit(hardLimit);
      deadline = until;
      let status: number;
      try {
        status = lua.lua_pcall(state, 1, 1, 0);
      } finally {
        pending = undefined;
        deadline = Number.POSITIVE_INFINITY;
      }
      finish(status);
      const output = strings.text(state, -1) ?? '';
      lua.lua_settop(state, 0);
      return output;
    },
    used,
  };
}
