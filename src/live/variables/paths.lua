-- Paths: `contacts.0.name`, `fullName()`, `add(_)`, `items[2]`, each with `?access=rw&priority=high` behind it.
local H = ...

local type, tonumber, tostring, error, setmetatable = type, tonumber, tostring, error, setmetatable
local find, match, gmatch, sub, gsub, format = string.find, string.match, string.gmatch, string.sub, string.gsub, string.format
local concat, char, loadstring, setfenv, ipairs = table.concat, string.char, H.loadstring, setfenv, ipairs

local ACCESS = { r = true, w = true, rw = true, action = true }

local function bad(text, why)
  error({ code = "bad-path", description = "path " .. format("%q", text) .. ": " .. why }, 0)
end

local function decode(s)
  s = gsub(s, "+", " ")
  return (gsub(s, "%%(%x%x)", function(hex) return char(tonumber(hex, 16)) end))
end

local function parse_query(query)
  local props = {}
  for part in gmatch(query, "[^&]+") do
    local name, value = match(part, "^([^=]*)=(.*)$")
    props[decode(name or part)] = value and decode(value) or "true"
  end
  return props
end

local function step_of(text, piece, is_last)
  if match(piece, "^%d+$") then return { kind = "field", key = tonumber(piece) + 1 } end
  if match(piece, "^[%a_][%w_]*$") then return { kind = "field", key = piece } end
  local name = match(piece, "^([%a_][%w_]*)%(%)$")
  if name then return { kind = "call", key = name } end
  name = match(piece, "^([%a_][%w_]*)%(_%)$")
  if name then
    if not is_last then bad(text, "(_) takes the value that is written, so only the last step can have it") end
    return { kind = "give", key = name }
  end
  if piece == "" then bad(text, "an empty step; there is no \"..\" for the parent, keep a reference in the object") end
  if sub(piece, 1, 1) == "@" then bad(text, "@ variables do not exist; use a field or a method") end
  if find(piece, "(", 1, true) then bad(text, "a method takes no arguments but _: write name() or name(_)") end
  bad(text, "\"" .. piece .. "\" is no name, index, name() or name(_); operators belong into a Lua method")
end

-- { steps, props }; throws { code, description }.
local parsed = {}
function H.parse_path(text)
  local known = parsed[text]
  if known then return known end
  local path, query = match(text, "^([^?]*)%??(.*)$")
  local steps = {}
  if path ~= "" then
    local plain = gsub(path, "%[(%d+)%]", ".%1")
    if sub(plain, 1, 1) == "." and sub(path, 1, 1) == "[" then plain = sub(plain, 2) end
    local pieces = {}
    for piece in gmatch(plain .. ".", "([^.]*)%.") do pieces[#pieces + 1] = piece end
    for i, piece in ipairs(pieces) do steps[i] = step_of(text, piece, i == #pieces) end
  end
  known = { steps = steps, props = parse_query(query), path = path }
  parsed[text] = known
  return known
end

-- Which access a path has, or throws: `()` cannot only be written, `(_)` cannot be read.
function H.access_of(text, steps, wanted)
  local last = steps[#steps]
  local kind = last and last.kind or "field"
  if wanted == nil or wanted == "" then
    return kind == "call" and "r" or kind == "give" and "action" or "rw"
  end
  if not ACCESS[wanted] then bad(text, "access is r, w, rw or action, not \"" .. tostring(wanted) .. "\"") end
  if kind == "call" and wanted == "w" then bad(text, "name() is called without the value; for access=w write name(_)") end
  if kind == "give" and wanted ~= "w" and wanted ~= "action" then
    bad(text, "name(_) needs a value, so access is w or action; name()?access=rw reads and writes")
  end
  return wanted
end

local function compile(steps, upto)
  local code = { "local type = ... return function(t)\n" }
  for i = 1, upto do
    local step = steps[i]
    code[#code + 1] = "if type(t) ~= 'table' then return nil end\n"
    if step.kind == "field" then
      code[#code + 1] = "t = t[" .. (type(step.key) == "number" and step.key or format("%q", step.key)) .. "]\n"
    else
      code[#code + 1] = format("do local f = t.%s if f == nil then missing(t, %q) end t = f(t) end\n", step.key, step.key)
    end
  end
  code[#code + 1] = "return t end"
  local make = loadstring(concat(code), "=path")
  setfenv(make, { missing = H.missing_method })
  return make(type)
end

function H.missing_method(object, name)
  -- The table that stands for "no object" has no methods, and needs none.
  if object == H.EMPTY_BASE then return end
  local kind = type(object.type) == "string" and object.type or "the object"
  error(kind .. " has no method " .. name .. "()", 0)
end

-- Functions that walk a path from an object, made once per text: the value, and who owns the last step.
local readers, owners = {}, {}
function H.reader_of(path, steps)
  local reader = readers[path]
  if not reader then
    reader = compile(steps, #steps)
    readers[path] = reader
  end
  return reader
end

function H.owner_of(path, steps)
  local owner = owners[path]
  if not owner then
    owner = compile(steps, #steps - 1)
    owners[path] = owner
  end
  return owner
end
