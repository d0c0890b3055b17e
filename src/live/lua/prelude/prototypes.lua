-- Prototypes that survive a reload of their file: the same table, new methods, instances migrated.
local H = ...

local type, next, pairs, rawequal, rawget, setmetatable, getmetatable, error, tostring =
  type, next, pairs, rawequal, rawget, setmetatable, getmetatable, error, tostring
local match, lower, sub = string.match, string.lower, string.sub

local session = H.session
-- Declares a field that starts as nil.
EMPTY = setmetatable({}, { __tostring = function() return "EMPTY" end })
local EMPTY = EMPTY

local registry, queue, created = {}, {}, 0
H.registry, H.mutation_queue = registry, queue
local RESERVED = { type = true, __index = true, new = true, __tostring = true }

function H.prototype_named(name)
  return registry[name] and registry[name].prototype
end

-- Functions that stayed when their file ran again: the file does not make them any more.
local stale = setmetatable({}, { __mode = "k" })

-- The functions of all prototypes that a file has made.
function H.functions_of(file)
  local found, source = {}, "@" .. file
  for _, entry in next, registry do
    for _, f in next, entry.prototype do
      if type(f) == "function" and H.getinfo(f, "S").source == source then found[#found + 1] = f end
    end
  end
  return found
end

function H.mark_stale(functions)
  for n = 1, #functions do stale[functions[n]] = true end
end

-- Names of methods by type, those that were made at run time included.
function H.methods_by_type()
  local by_type = {}
  for name, entry in next, registry do
    local methods = {}
    for k, f in next, entry.prototype do
      if type(k) == "string" and sub(k, 1, 2) ~= "__" and type(f) == "function" and not stale[f] then methods[#methods + 1] = k end
    end
    by_type[name] = methods
  end
  return by_type
end

local function same(a, b, depth)
  if rawequal(a, b) then return true end
  if type(a) ~= "table" or type(b) ~= "table" or depth > 8 then return a == b end
  -- Objects are compared as objects; a literal `{}` in the file is a new table each time and means the same.
  if getmetatable(a) ~= nil or getmetatable(b) ~= nil then return false end
  for k, v in next, a do
    if not same(v, b[k], depth + 1) then return false end
  end
  for k in next, b do
    if a[k] == nil then return false end
  end
  return true
end

local function copy(v, depth)
  if type(v) ~= "table" or getmetatable(v) ~= nil or depth > 8 then return v end
  local result = {}
  for k, x in next, v do result[k] = copy(x, depth + 1) end
  return result
end

-- What the file declares, apart from the prototype itself: instances may change the default's table later.
local function declared_by(init)
  local declared = {}
  for k, v in next, init do
    if not RESERVED[k] and type(v) ~= "function" then declared[k] = copy(v, 0) end
  end
  return declared
end

function session.metaTostring(self)
  local f = self.tostring
  if type(f) == "function" then return f(self) end
  return "a " .. tostring(rawget(self, "type") or "table")
end

local function redeclare(entry, init)
  local prototype, old, new = entry.prototype, entry.declared, declared_by(init)
  local changed, removed = false, {}
  for k, v in next, new do
    if not same(old[k], v, 0) then
      changed = true
      if v == EMPTY then prototype[k] = nil else prototype[k] = init[k] end
    end
  end
  for k in next, old do
    if new[k] == nil then
      changed = true
      removed[#removed + 1] = k
    end
  end
  for k, v in next, init do
    if type(v) == "function" and k ~= "new" then prototype[k] = v end
  end
  entry.declared = new
  if not changed then return end
  if not entry.queued then
    entry.queued, entry.removed = true, {}
    queue[#queue + 1] = entry
  end
  for n = 1, #removed do entry.removed[#entry.removed + 1] = removed[n] end
end

function session:prototype(name, init, base)
  if type(name) ~= "string" or name == "" then error("session:prototype needs a name", 2) end
  if init ~= nil and type(init) ~= "table" then error("session:prototype(\"" .. name .. "\"): the fields must be a table", 2) end
  init = init or {}
  local entry = registry[name]
  if entry then
    redeclare(entry, init)
    if base and entry.base ~= base then
      entry.base = base
      setmetatable(entry.prototype, base)
    end
    return entry.prototype
  end
  entry = { name = name, prototype = init, base = base, declared = declared_by(init),
    instances = setmetatable({}, { __mode = "k" }) }
  registry[name] = entry
  for k, v in pairs(entry.declared) do
    if v == EMPTY then init[k] = nil end
  end
  init.type = name
  init.__index = init
  if rawget(init, "__tostring") == nil then init.__tostring = session.metaTostring end
  local parent = base or (registry.Object and registry.Object.prototype)
  if parent and parent ~= init then setmetatable(init, parent) end
  if not base and rawget(init, "new") == nil then
    function init.new(self, instance) return session:create(self, instance) end
  end
  entry.by_prototype = init
  H.entries[init] = entry
  return init
end

H.entries = setmetatable({}, { __mode = "k" })

function session:create(prototype, instance)
  if type(prototype) ~= "table" then
    error("session:create needs a prototype, got " .. type(prototype) .. "; create one with session:prototype(name, fields)", 2)
  end
  instance = instance or {}
  if type(instance) ~= "table" then error("session:create: the instance must be a table, got " .. type(instance), 2) end
  setmetatable(instance, prototype)
  local entry = H.entries[prototype]
  if entry then
    created = created + 1
    entry.instances[instance] = created
  end
  return instance
end

function session:removePrototype(name, children)
  local entry = registry[name]
  if entry then
    registry[name] = nil
    H.entries[entry.prototype] = nil
  end
  if children then
    local prefix = name .. "."
    for other in pairs(registry) do
      if sub(other, 1, #prefix) == prefix then session:removePrototype(other) end
    end
  end
end

Object = session:prototype("Object", {})
function Object:tostring()
  local name = tostring(self.type or "table")
  return (match(lower(name), "^[aeiou]") and "an " or "a ") .. name
end
-- The whole of the original's interface for schema versions, which prototypes replaced.
function session:newVersion() return 1 end
function session:getVersion() return 1 end
function session:needsMutation() return false end
