-- Takes away what reaches out of the machine, and keeps the deadline from being swallowed. Everything here uses
-- locals only: an app may change any global, its own copy of string included, without changing ours.
local H, host = ...

local error, type, select, tostring = error, type, select, tostring
local rawpcall, rawxpcall, resume = pcall, xpcall, coroutine.resume
local rawsetfenv, rawloadstring, byte, sub, concat = setfenv, loadstring, string.byte, string.sub, table.concat
local traceback, getinfo, collect = debug.traceback, debug.getinfo, collectgarbage

H.host = host
H.rawpcall = rawpcall
H.rawxpcall = rawxpcall
H.getinfo = getinfo
H.collect = collect
-- The real one, whatever `__metatable` says.
H.metatable_of = debug.getmetatable

local function expired()
  return host("expired")
end
H.expired = expired

-- A failure after the deadline is the deadline's, or its consequence: it goes on up, whoever wants to catch it.
local function passed(ok, ...)
  if not ok and expired() then error((...), 0) end
  return ok, ...
end

function pcall(f, ...)
  return passed(rawpcall(f, ...))
end

-- Lua runs the handler of an error that the clock raised with the clock switched off: not the app's, then.
function xpcall(f, handler)
  return passed(rawxpcall(f, function(e)
    if expired() then return e end
    return handler(e)
  end))
end

function coroutine.resume(co, ...)
  return passed(resume(co, ...))
end

-- Byte-code can break the machine, so only text is compiled.
function loadstring(text, name)
  if type(text) ~= "string" then
    error("bad argument #1 to 'loadstring' (string expected, got " .. type(text) .. ")", 2)
  end
  if byte(text, 1) == 27 then return nil, "byte-code is not accepted: give Lua source" end
  return rawloadstring(text, name or text)
end
local compile = loadstring
H.loadstring = compile

function load(source, name)
  if type(source) == "string" then return compile(source, name or source) end
  if type(source) ~= "function" then
    error("bad argument #1 to 'load' (function expected, got " .. type(source) .. ")", 2)
  end
  local parts = {}
  while true do
    local part = source()
    if part == nil or part == "" then break end
    if type(part) ~= "string" then error("reader function must return a string", 2) end
    parts[#parts + 1] = part
  end
  return compile(concat(parts), name or "=(load)")
end

-- Level 0 is the machine itself: every chunk after this one would find other globals, the agent's included.
function setfenv(f, env)
  if f == 0 then error("setfenv: the globals of the session cannot be exchanged", 2) end
  -- Ours is one more level on the stack.
  local changed = rawsetfenv(type(f) == "number" and f + 1 or f, env)
  return changed
end

-- "stop" would switch the collector off for good; the limit would then hit code that holds nothing.
function collectgarbage(what, n)
  if what == "stop" or what == "setpause" or what == "setstepmul" then return 0 end
  return collect(what or "collect", n)
end

debug = { traceback = traceback }
H.traceback = traceback
-- The same, of the uppermost functions only.
function H.upper_trace(level)
  local lines = { "stack traceback:" }
  for depth = level + 1, level + 12 do
    local frame = getinfo(depth, "Snl")
    if not frame then break end
    lines[#lines + 1] = "\t" .. frame.short_src .. ":" .. frame.currentline .. ": in function "
      .. (frame.name and "'" .. frame.name .. "'" or "?")
  end
  return concat(lines, "\n") .. "\n\t..."
end
dofile, loadfile, module, newproxy, gcinfo = nil, nil, nil, nil, nil
string.dump = nil
package = { loaded = {}, path = "lua/?.lua;apps/?.lua;apps/?/app.lua", cpath = "" }
for _, name in ipairs({ "string", "table", "math", "coroutine", "debug" }) do package.loaded[name] = _G[name] end
package.loaded._G = _G

-- Methods of strings go on working, and apps may add to `string`; the metatable itself is out of reach.
getmetatable("").__metatable = false

-- The host cuts at this length anyway; what is longer need not be copied.
local MOST_OUTPUT = 1024 * 1024 + 1
local function put(stream, text)
  if #text > MOST_OUTPUT then text = sub(text, 1, MOST_OUTPUT) end
  host("log", stream, text)
end

local function joined(separator, ...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  return concat(parts, separator)
end

function H.write(stream, ...)
  put(stream, joined("", ...))
end

function print(...)
  put("stdout", joined("\t", ...) .. "\n")
end

function H.log(level, message)
  put((level == "error" or level == "warn") and "stderr" or "stdout",
    "[" .. tostring(level) .. "] " .. tostring(message) .. "\n")
end
