-- When the fields of a prototype changed: what lives of it is mutated, then loses the fields that went.
local H = ...

local type, pairs, ipairs, rawequal, rawset, error = type, pairs, ipairs, rawequal, rawset, error
local sort, remove = table.sort, table.remove
local rawxpcall, expired, metatable_of = H.rawxpcall, H.expired, H.metatable_of
local registry, queue = H.registry, H.mutation_queue

local function is_below(prototype, ancestor)
  local depth = 0
  while prototype and depth < 100 do
    if rawequal(prototype, ancestor) then return true end
    prototype, depth = metatable_of(prototype), depth + 1
  end
  return false
end

-- Everything that lives of this prototype or of one below it, oldest first; with it, what is declared in between:
-- a field that goes from the base stays where a prototype below declares it itself.
local function live_below(entry)
  local found = {}
  for _, other in pairs(registry) do
    if is_below(other.prototype, entry.prototype) then
      for instance, n in pairs(other.instances) do found[#found + 1] = { instance, n, other } end
    end
  end
  sort(found, function(a, b) return a[2] < b[2] end)
  return found
end

local function declares(lower, upper, key)
  local at, depth = lower.prototype, 0
  while at and depth < 100 and not rawequal(at, upper.prototype) do
    local entry = H.entries[at]
    if entry and entry.declared[key] ~= nil then return true end
    at, depth = metatable_of(at), depth + 1
  end
  return false
end

-- Each function once for each instance: a prototype that has no mutate of its own has that of its base.
local function mutate_one(entry, instance, done)
  local mutate = entry.prototype.mutate
  if type(mutate) ~= "function" then return end
  done[mutate] = done[mutate] or {}
  if done[mutate][instance] then return end
  done[mutate][instance] = true
  local ok, message = rawxpcall(function() mutate(instance) end, H.with_trace)
  if ok then return end
  if expired() then error(message, 0) end
  H.log("error", "mutate of " .. entry.name .. ": " .. message)
end

local function migrate(entry, done)
  for _, found in ipairs(live_below(entry)) do
    local instance, own = found[1], found[3]
    mutate_one(entry, instance, done)
    for m = 1, #entry.removed do
      local key = entry.removed[m]
      if entry.declared[key] == nil and not declares(own, entry, key) then rawset(instance, key, nil) end
    end
  end
  -- Last, so that mutate can still read the default that went.
  for m = 1, #entry.removed do
    if entry.declared[entry.removed[m]] == nil then entry.prototype[entry.removed[m]] = nil end
  end
end

-- After each chunk and file, in the order in which prototypes changed.
function H.run_mutations()
  local done = {}
  while #queue > 0 do
    local entry = remove(queue, 1)
    entry.queued = false
    migrate(entry, done)
  end
end
