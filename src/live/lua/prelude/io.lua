-- io and os through the host, which decides what is allowed. A refusal says what would have to be granted.
local H, host = ...

local type, error, select, setmetatable, tostring, tonumber = type, error, select, setmetatable, tostring, tonumber
local unpack, assert = unpack, assert
local find, sub, match, concat = string.find, string.sub, string.match, table.concat

local File = {}
File.__index = File
File.__name = "FILE*"
File.__metatable = false
function File:__tostring() return self._closed and "file (closed)" or "file (" .. tostring(self._name) .. ")" end

local function check(file)
  if type(file) ~= "table" or not file._id then error("a file is expected; call it with a colon: f:read()", 3) end
  if file._closed then error("attempt to use a closed file", 3) end
end

local CHUNK = 65536

-- Have at least `n` bytes in the buffer, or all that there is.
local function fill(file, n)
  while #file._buffer < n and not file._ended do
    local more = host("file.read", file._id, CHUNK)
    if more == "" or more == nil then file._ended = true else file._buffer = file._buffer .. more end
  end
end

local function take(file, n)
  local result = sub(file._buffer, 1, n)
  file._buffer = sub(file._buffer, n + 1)
  return result
end

local function read_line(file, keep)
  local from = 1
  while true do
    local at = find(file._buffer, "\n", from, true)
    if at then
      local line = take(file, at)
      return keep and line or sub(line, 1, -2)
    end
    from = #file._buffer + 1
    fill(file, from)
    if #file._buffer < from then
      if file._buffer == "" then return nil end
      return take(file, #file._buffer)
    end
  end
end

local function read_all(file)
  local parts = { file._buffer }
  file._buffer = ""
  while not file._ended do
    local more = host("file.read", file._id, CHUNK)
    if more == "" or more == nil then file._ended = true else parts[#parts + 1] = more end
  end
  return concat(parts)
end

local function read_one(file, format)
  if type(format) == "number" then
    fill(file, format)
    if file._buffer == "" and (format > 0 or file._ended) then return nil end
    return take(file, format)
  end
  local kind = sub(match(tostring(format), "^%*?(.*)$"), 1, 1)
  if kind == "a" then return read_all(file) end
  if kind == "l" then return read_line(file, false) end
  if kind == "L" then return read_line(file, true) end
  if kind == "n" then
    fill(file, 256)
    local text = match(file._buffer, "^%s*[+-]?[%w.]+")
    if not text then return nil end
    local value = tonumber(text)
    if value then take(file, #text) end
    return value
  end
  error("bad argument to 'read' (invalid format)", 3)
end

function File:read(...)
  check(self)
  if select("#", ...) == 0 then return read_one(self, "*l") end
  local results, n = {}, select("#", ...)
  for i = 1, n do
    results[i] = read_one(self, (select(i, ...)))
    if results[i] == nil then return unpack(results, 1, i) end
  end
  return unpack(results, 1, n)
end

function File:lines()
  check(self)
  return function() return read_one(self, "*l") end
end

function File:write(...)
  check(self)
  for i = 1, select("#", ...) do
    local part = select(i, ...)
    if type(part) ~= "string" and type(part) ~= "number" then
      error("bad argument #" .. i .. " to 'write' (string expected, got " .. type(part) .. ")", 2)
    end
    local ok, problem = host("file.write", self._id, tostring(part))
    if not ok then return nil, problem end
  end
  return true
end

function File:seek(whence, offset)
  check(self)
  local unread = #self._buffer
  local at, problem = host("file.seek", self._id, whence or "cur", (offset or 0) - ((whence or "cur") == "cur" and unread or 0))
  if not at then return nil, problem end
  self._buffer, self._ended = "", false
  return at
end

function File:close()
  check(self)
  self._closed = true
  return host("file.close", self._id)
end

function File:flush() check(self) return true end
function File:setvbuf() return true end

local function file_of(id, name)
  return setmetatable({ _id = id, _name = name, _buffer = "", _ended = false }, File)
end

local function open(op, what, mode)
  local id, problem = host(op, what, mode)
  if not id then return nil, problem end
  return file_of(id, what)
end

-- The standard streams only write.
local function stream(name)
  local file = { write = function(_, ...) H.write(name, ...) return true end,
    flush = function() return true end, close = function() return nil, "it stays open" end,
    setvbuf = function() return true end, read = function() return nil end,
    lines = function() return function() return nil end end, seek = function() return nil, "not a file" end }
  return setmetatable(file, { __tostring = function() return "file (" .. name .. ")" end, __metatable = false })
end

local stdout, stderr, stdin = stream("stdout"), stream("stderr"), stream("stdin")
local input, output = stdin, stdout

local io = { stdout = stdout, stderr = stderr, stdin = stdin }

function io.open(path, mode)
  if type(path) ~= "string" then error("bad argument #1 to 'open' (string expected, got " .. type(path) .. ")", 2) end
  mode = mode or "r"
  if not match(mode, "^[rwa]%+?b?$") then error("bad argument #2 to 'open' (invalid mode)", 2) end
  return open("file.open", path, mode)
end

function io.popen(command, mode)
  mode = mode or "r"
  if mode ~= "r" and mode ~= "w" then error("bad argument #2 to 'popen' (r or w)", 2) end
  return open("command.open", command, mode)
end

function io.write(...) return output:write(...) end
function io.read(...) return input:read(...) end
function io.flush() return true end
function io.close(file) return (file or output):close() end

function io.lines(path)
  if path == nil then return input:lines() end
  local file, problem = io.open(path)
  if not file then error(problem, 2) end
  return function()
    if file._closed then return nil end
    local line = file:read()
    if line == nil then file:close() end
    return line
  end
end

function io.input(file)
  if type(file) == "string" then file = assert(io.open(file)) end
  if file then input = file end
  return input
end

function io.output(file)
  if type(file) == "string" then file = assert(io.open(file, "w")) end
  if file then output = file end
  return output
end

function io.type(file)
  if type(file) ~= "table" then return nil end
  if file == stdout or file == stderr or file == stdin then return "file" end
  if not file._id then return nil end
  return file._closed and "closed file" or "file"
end

local machine = os
local os = { time = machine.time, date = machine.date, clock = machine.clock, difftime = machine.difftime }

function os.execute(command)
  if command == nil then return host("command.allowed") and 1 or 0 end
  return host("command.run", command)
end
function os.getenv(name) return host("env", name) end
function os.remove(path) return host("file.remove", path) end
function os.mkdir(path)
  if type(path) ~= "string" then error("bad argument #1 to 'mkdir' (string expected, got " .. type(path) .. ")", 2) end
  return host("file.mkdir", path)
end
function os.rename(from, to) return host("file.rename", from, to) end
function os.tmpname()
  local name, problem = host("file.tmpname")
  if not name then error(problem, 2) end
  return name
end
function io.tmpfile() return io.open(os.tmpname(), "w+") end
function os.exit() error("os.exit: an app cannot end its session", 2) end
function os.setlocale() return "C" end

_G.io, _G.os, package.loaded.io, package.loaded.os = io, os, io, os
