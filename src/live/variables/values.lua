-- How a Lua value looks to a page. An object (it has a type or a metatable) is a reference that never changes; a plain
-- table is data and travels by content, so that a method may build a fresh one each time without being sent again.
local H = ...

local type, next, rawequal, rawget, getmetatable, setmetatable, tostring =
  type, next, rawequal, rawget, getmetatable, setmetatable, tostring
local concat, sort, byte = table.concat, table.sort, string.byte
local quote, number, array_length, metatable_of = H.quote, H.number, H.array_length, H.metatable_of
local null, bounded = H.null, H.bounded

local ids = setmetatable({}, { __mode = "k" })
H.object_ids = ids
local texts = setmetatable({}, { __mode = "k" })
local objects = setmetatable({}, { __mode = "v" })
local last_id = 1

local function is_object(t)
  return type(t.type) == "string" or type(getmetatable(t)) == "table"
end
H.is_object = is_object

local function reference(t)
  local text = texts[t]
  if not text then
    last_id = last_id + 1
    ids[t], objects[last_id] = last_id, t
    text = '{"obj":' .. last_id .. "}"
    texts[t] = text
  end
  return text
end
H.reference = reference

function H.object_of(id)
  return objects[id]
end

local encode

-- Answers whether the table holds plain tables: then comparing its own slots does not tell whether it changed.
local function encode_plain(t, out, stack)
  if stack[t] then
    out[#out + 1] = "null"
    return true
  end
  stack[t] = true
  local n, deep = array_length(t), false
  if n then
    out[#out + 1] = "["
    for i = 1, n do
      if i > 1 then out[#out + 1] = "," end
      if encode(t[i], out, stack) then deep = true end
    end
    out[#out + 1] = "]"
  else
    local keys = {}
    for k, v in next, t do
      local kind = type(v)
      if (type(k) == "number" or type(k) == "string" and byte(k, 1) ~= 95) and kind ~= "function"
        and kind ~= "userdata" and kind ~= "thread" then keys[#keys + 1] = k end
    end
    sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    out[#out + 1] = "{"
    for i = 1, #keys do
      out[#out + 1] = (i > 1 and "," or "") .. quote(tostring(keys[i])) .. ":"
      if encode(t[keys[i]], out, stack) then deep = true end
    end
    out[#out + 1] = "}"
  end
  stack[t] = nil
  return deep
end

function encode(v, out, stack)
  local kind = type(v)
  if kind == "string" then out[#out + 1] = quote(v)
  elseif kind == "number" then out[#out + 1] = number(v)
  elseif kind == "boolean" then out[#out + 1] = v and "true" or "false"
  elseif kind == "table" and v ~= null then
    if is_object(v) then
      out[#out + 1] = reference(v)
    else
      encode_plain(v, out, stack)
      return true
    end
  else
    out[#out + 1] = "null"
  end
  return false
end

-- JSON of a value, and whether a plain table in it holds others.
function H.value_text(v)
  local kind = type(v)
  if kind == "string" then return quote(v) end
  if kind == "number" then return number(v) end
  if kind == "boolean" then return v and "true" or "false" end
  if kind ~= "table" or v == null then return "null" end
  if is_object(v) then return reference(v) end
  local out = {}
  local deep = encode_plain(v, out, {})
  return bounded(concat(out)), deep
end

-- `==` asks `__eq` of two tables, and the app's idea of equal could hide a change. Whether it compares this table by
-- identity; `__eq` may come later, so the metatables that had none are looked at again before each scan.
local trusted = setmetatable({}, { __mode = "k" })
local function is_plain(t)
  local mt = metatable_of(t)
  if mt == nil or trusted[mt] then return true end
  if rawget(mt, "__eq") ~= nil then return false end
  trusted[mt] = true
  return true
end
H.is_plain = is_plain

-- Whether one that was plain is not any more.
function H.lost_trust()
  local lost = false
  for mt in next, trusted do
    if rawget(mt, "__eq") ~= nil then trusted[mt], lost = nil, true end
  end
  return lost
end

-- A copy of the table's own slots, to see later whether one changed.
function H.snapshot(t)
  local copy, n, plain = {}, 0, true
  for k, v in next, t do
    copy[k] = v
    n = n + 1
    if v ~= v or type(v) == "table" and not is_plain(v) then plain = false end
  end
  -- A list without anything beside it, whose elements `==` compares by identity, is compared in a plain loop.
  local list = plain and #t == n and (n == 0 or next(t, n) == nil)
  return { copy = copy, count = n, list = list }
end

function H.same_slots(t, snap)
  local copy, count = snap.copy, snap.count
  if snap.list and #t == count and (count == 0 and next(t) == nil or count > 0 and t[count] ~= nil and next(t, count) == nil) then
    for n = 1, count do
      if t[n] ~= copy[n] then return false end
    end
    return true
  end
  local n = 0
  for k, v in next, t do
    if not rawequal(copy[k], v) then return false end
    n = n + 1
  end
  return n == count
end
