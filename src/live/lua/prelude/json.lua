-- JSON for Lua values: plain data by content. Numbers that JSON cannot write become null.
local H = ...

local type, pairs, tostring, tonumber, error, getmetatable = type, pairs, tostring, tonumber, error, getmetatable
local rawget, next, ipairs = rawget, next, ipairs
local find, gsub, sub, byte, char, format = string.find, string.gsub, string.sub, string.byte, string.char, string.format
local concat, sort, floor = table.concat, table.sort, math.floor

local json = {}
-- JSON's null where nil would make a hole: in arrays that an app builds itself.
json.null = setmetatable({}, { __tostring = function() return "null" end })
local null = json.null

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
  ["\b"] = "\\b", ["\f"] = "\\f" }
local function escape(c)
  return ESCAPES[c] or format("\\u%04x", byte(c))
end

-- What leaves the machine is read by a server that others use, too.
local MOST = 16 * 1024 * 1024
local function bounded(text)
  if #text > MOST then error("more than 16 MiB of text cannot be sent", 0) end
  return text
end
H.bounded = bounded

local function quote(s)
  bounded(s)
  if find(s, '[%c"\\]') then s = gsub(s, '[%c"\\]', escape) end
  return '"' .. s .. '"'
end
H.quote = quote

local function number(n)
  if n == floor(n) and n < 2147483648 and n > -2147483648 then return format("%d", n) end
  if n ~= n or n == 1 / 0 or n == -1 / 0 then return "null" end
  if n == floor(n) and n < 9007199254740992 and n > -9007199254740992 then return format("%.0f", n) end
  local text = format("%.14g", n)
  if tonumber(text) == n then return text end
  return format("%.17g", n)
end
H.number = number

-- An array: integer keys from 1 on, and no string key that is public. An empty table is one, too.
local function array_length(t)
  local count, max = 0, 0
  for k in next, t do
    if type(k) == "number" then
      if k < 1 or k ~= floor(k) then return nil end
      count = count + 1
      if k > max then max = k end
    elseif type(k) == "string" then
      if byte(k, 1) ~= 95 then return nil end
    else
      return nil
    end
  end
  -- A list with a few holes is a list; one number far out is not.
  if max > count * 2 + 8 then return nil end
  return max
end
H.array_length = array_length

-- The public fields of an object: its own, and the defaults that its prototypes declare.
local function fields_of(t)
  local fields, depth, at = {}, 0, t
  while type(at) == "table" and depth < 16 do
    for k, v in next, at do
      if type(k) == "string" and byte(k, 1) ~= 95 and fields[k] == nil and type(v) ~= "function" then fields[k] = v end
      if type(k) == "number" and at == t then fields[tostring(k)] = v end
    end
    local mt = getmetatable(at)
    at = type(mt) == "table" and rawget(mt, "__index") or nil
    depth = depth + 1
  end
  return fields
end
H.fields_of = fields_of

-- `stack` has the tables that are being written, and under numbers the keys that led to each: where a cycle closes.
local function encode_table(t, out, stack, depth, on_cycle, encode)
  if stack[t] then return on_cycle(t, stack, depth, out) end
  stack[t] = true
  local mt = getmetatable(t)
  local n = type(mt) ~= "table" and array_length(t) or nil
  if n then
    out[#out + 1] = "["
    for i = 1, n do
      if i > 1 then out[#out + 1] = "," end
      stack[depth] = i
      encode(t[i], out, stack, depth + 1, on_cycle)
    end
    out[#out + 1] = "]"
  else
    local fields, keys = fields_of(t), {}
    for k, v in pairs(fields) do
      local kind = type(v)
      if kind ~= "function" and kind ~= "userdata" and kind ~= "thread" then keys[#keys + 1] = k end
    end
    sort(keys)
    out[#out + 1] = "{"
    for i, k in ipairs(keys) do
      out[#out + 1] = (i > 1 and "," or "") .. quote(k) .. ":"
      stack[depth] = k
      encode(fields[k], out, stack, depth + 1, on_cycle)
    end
    out[#out + 1] = "}"
  end
  stack[t] = nil
end

local function encode(v, out, stack, depth, on_cycle)
  local kind = type(v)
  if kind == "string" then out[#out + 1] = quote(v)
  elseif kind == "number" then out[#out + 1] = number(v)
  elseif kind == "boolean" then out[#out + 1] = v and "true" or "false"
  elseif kind == "table" and v ~= null then encode_table(v, out, stack, depth, on_cycle, encode)
  else out[#out + 1] = "null" end
end

local function cycle_is_error(_, stack, depth)
  local parts = { "value" }
  for n = 1, depth - 1 do parts[n + 1] = type(stack[n]) == "number" and "[" .. stack[n] .. "]" or "." .. stack[n] end
  error("it contains itself at " .. concat(parts), 0)
end

local function cycle_is_named(t, _, _, out)
  local kind = t.type
  out[#out + 1] = quote("(cycle: " .. (type(kind) == "string" and kind or "table") .. ")")
end

function json.encode(v)
  local out = {}
  encode(v, out, {}, 1, cycle_is_error)
  return concat(out)
end

-- For people to read: a cycle is named where it closes, everything else is shown.
function H.encode_state(v)
  local out = {}
  encode(v, out, {}, 1, cycle_is_named)
  return bounded(concat(out))
end

local UNESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function utf8(code)
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(0xC0 + floor(code / 64), 0x80 + code % 64) end
  if code < 0x10000 then
    return char(0xE0 + floor(code / 4096), 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
  end
  return char(0xF0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64, 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
end

local function fail(s, at, what)
  local _, line = gsub(sub(s, 1, at), "\n", "")
  error("bad JSON in line " .. (line + 1) .. " at character " .. at .. ": " .. what, 0)
end

local function unescape(s, from, to)
  local parts, at = {}, from
  while at <= to do
    local stop = find(s, "\\", at, true)
    if not stop or stop > to then
      parts[#parts + 1] = sub(s, at, to)
      break
    end
    parts[#parts + 1] = sub(s, at, stop - 1)
    local c = sub(s, stop + 1, stop + 1)
    if c == "u" then
      local code = tonumber(sub(s, stop + 2, stop + 5), 16)
      if not code then fail(s, stop, "a broken \\u escape") end
      at = stop + 6
      if code >= 0xD800 and code < 0xDC00 and sub(s, at, at + 1) == "\\u" then
        local low = tonumber(sub(s, at + 2, at + 5), 16)
        if low and low >= 0xDC00 and low < 0xE000 then
          code = 0x10000 + (code - 0xD800) * 1024 + (low - 0xDC00)
          at = at + 6
        end
      end
      parts[#parts + 1] = utf8(code)
    else
      parts[#parts + 1] = UNESCAPES[c] or fail(s, stop, "an unknown escape \\" .. c)
      at = stop + 2
    end
  end
  return concat(parts)
end

local function string_at(s, at)
  local from, escaped = at + 1, false
  local stop = at
  while true do
    stop = find(s, '["\\]', stop + 1)
    if not stop then fail(s, at, "a string is not closed") end
    if byte(s, stop) == 34 then break end
    escaped = true
    stop = stop + 1
  end
  if escaped then return unescape(s, from, stop - 1), stop + 1 end
  return sub(s, from, stop - 1), stop + 1
end

local value_at

local function array_at(s, at, depth)
  local result, n = {}, 0
  at = find(s, "[^ \n\r\t]", at + 1)
  if at and byte(s, at) == 93 then return result, at + 1 end
  while true do
    n = n + 1
    result[n], at = value_at(s, at, depth)
    at = find(s, "[^ \n\r\t]", at)
    local c = at and byte(s, at)
    if c == 93 then return result, at + 1 end
    if c ~= 44 then fail(s, at or #s, "expected , or ]") end
    at = at + 1
  end
end

local function object_at(s, at, depth)
  local result, key = {}, nil
  at = find(s, "[^ \n\r\t]", at + 1)
  if at and byte(s, at) == 125 then return result, at + 1 end
  while true do
    at = at and find(s, "[^ \n\r\t]", at)
    if not at or byte(s, at) ~= 34 then fail(s, at or #s, "expected a key") end
    key, at = string_at(s, at)
    at = find(s, "[^ \n\r\t]", at)
    if not at or byte(s, at) ~= 58 then fail(s, at or #s, "expected :") end
    result[key], at = value_at(s, at + 1, depth)
    at = find(s, "[^ \n\r\t]", at)
    local c = at and byte(s, at)
    if c == 125 then return result, at + 1 end
    if c ~= 44 then fail(s, at or #s, "expected , or }") end
    at = at + 1
  end
end

function value_at(s, at, depth)
  if depth > 150 then fail(s, at, "nested too deeply") end
  at = find(s, "[^ \n\r\t]", at)
  if not at then fail(s, #s, "it ends too early") end
  local c = byte(s, at)
  if c == 34 then return string_at(s, at) end
  if c == 123 then return object_at(s, at, depth + 1) end
  if c == 91 then return array_at(s, at, depth + 1) end
  if c == 116 and sub(s, at, at + 3) == "true" then return true, at + 4 end
  if c == 102 and sub(s, at, at + 4) == "false" then return false, at + 5 end
  if c == 110 and sub(s, at, at + 3) == "null" then return nil, at + 4 end
  local from, to = find(s, "^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local n = from and tonumber(sub(s, from, to))
  if not n then fail(s, at, "not a value") end
  return n, to + 1
end

function json.decode(s)
  if type(s) ~= "string" then error("json.decode needs a string, got " .. type(s), 2) end
  local value, at = value_at(s, 1, 0)
  at = find(s, "[^ \n\r\t]", at)
  if at then fail(s, at, "text after the end") end
  return value
end

H.json, H.null, H.encode, H.decode = json, null, json.encode, json.decode
_G.json = json
package.loaded.json = json
