-- Takes away what reaches out of the machine, and keeps the deadline from being swallowed. Everything here uses
-- locals only: an app may change any global, its own copy of string included, without changing ours.
local H, host = ...

local error, type, select, tostring = error, type, select, tostring
local rawpcall, rawxpcall, resume = pcall, xpcall, coroutine.resume
local rawloadstring, byte, concat = loadstring, string.byte, table.concat
local traceback, getinfo, collect = debug.traceback, debug.getinfo, collectgarbage

H.host = host
H.rawpcall = rawpcall
H.rawxpcall = rawxpcall
H.getinfo = getinfo
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
H.loadstring = loadstring

function load(source, name)
  if type(source) == "string" then return loadstring(source, name or source) end
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
  return loadstring(concat(parts), name or "=(load)")
end

-- "stop" would switch the collector off for good; the limit would then hit code that holds nothing.
function collectgarbage(what, n)
  if what == "stop" or what == "setpause" or what == "setstepmul" then return 0 end
  return collect(what or "collect", n)
end

debug = { traceback = traceback }
H.traceback = traceback
dofile, loadfile, module, newproxy, gcinfo = nil, nil, nil, nil, nil
string.dump = nil
package = { loaded = {}, path = "lua/?.lua;apps/?.lua;apps/?/app.lua", cpath = "" }
for _, name in ipairs({ "string", "table", "math", "coroutine", "debug" }) do package.loaded[name] = _G[name] end
package.loaded._G = _G

-- Methods of strings go on working, and apps may add to `string`; the metatable itself is out of reach.
getmetatable("").__metatable = false

local function write(stream, ...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  host("log", stream, concat(parts))
end
H.write = write

function print(...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  host("log", "stdout", concat(parts, "\t") .. "\n")
end

H.log = function(level, message)
  host("log", (level == "error" or level == "warn") and "stderr" or "stdout",
    "[" .. tostring(level) .. "] " .. tostring(message) .. "\n")
end
