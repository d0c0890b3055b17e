-- Files: `require`, and running a file again when it changed. A file is known by its real path in the base folder,
-- whichever link it was reached by.
local H, host = ...

local type, error, tostring, pairs = type, error, tostring, pairs
local match, gsub, sub, concat, sort = string.match, string.gsub, string.sub, table.concat, table.sort
local rawxpcall, expired, loadstring = H.rawxpcall, H.expired, H.loadstring
local session = H.session

local files = {}

-- What a file does while it runs is known to be its doing: `key` is the same each time, the table is not.
local function run_as(key, run)
  local before = H.running
  H.running = { file = key }
  local ok, value = rawxpcall(run, H.with_trace)
  H.running = before
  return ok, value
end

local function run_file(key, source, ...)
  local chunk, problem = loadstring(source, "@" .. key)
  if not chunk then error(problem, 0) end
  return chunk(...)
end

-- Load a file by a path from the base folder; nil where there is none. Marked before it runs, so that cycles end.
function H.load_file(path, name)
  local key, source = host("source", path)
  if not key then return false end
  local known = files[key]
  if known then return true, known.value, known.done end
  local entry = { name = name, value = true }
  files[key] = entry
  local ok, value = run_as(key, function() return run_file(key, source, name) end)
  if not ok then
    files[key] = nil
    error(value, 0)
  end
  if value ~= nil then entry.value = value end
  entry.done = true
  return true, entry.value, true
end

local function candidates(name)
  local path = gsub(name, "%.", "/")
  return { "lua/" .. path .. ".lua", "apps/" .. path .. ".lua", "apps/" .. path .. "/app.lua" }
end

function require(name)
  if type(name) ~= "string" or not match(name, "^[%w_%-][%w_%-./]*$") or match(name, "%.%.") then
    error("require: \"" .. tostring(name) .. "\" is not a module name such as contacts or contacts.list", 2)
  end
  local loaded = package.loaded
  if loaded[name] ~= nil then return loaded[name] end
  local tried = candidates(name)
  for n = 1, #tried do
    local found, value, done = H.load_file(tried[n], name)
    if found then
      -- In a cycle the file is still running, and its value is not known yet.
      if done and loaded[name] == nil then loaded[name] = value end
      return loaded[name] ~= nil and loaded[name] or value
    end
  end
  error("module \"" .. name .. "\" not found; looked for " .. concat(tried, ", "), 2)
end

-- Run it again in the same world. A file with a syntax error is not run at all, so the old code goes on.
function H.reload_file(path)
  local key, source = host("source", path)
  local entry = key and files[key]
  if not entry then return false end
  local chunk, problem = loadstring(source, "@" .. key)
  if not chunk then error(problem, 0) end
  local made_before = H.functions_of(key)
  session.reloading = true
  local ok, value = run_as(key, function() return chunk(entry.name) end)
  local migrated, trouble = rawxpcall(H.run_mutations, H.with_trace)
  session.reloading = false
  if not ok then error(value, 0) end
  if not migrated then error(trouble, 0) end
  H.mark_stale(made_before)
  if value ~= nil then
    entry.value = value
    if entry.name and package.loaded[entry.name] ~= nil then package.loaded[entry.name] = value end
  end
  return true
end

-- Forget a module: the next require loads it anew.
function session:unloadModule(key)
  local entry = files[key]
  if entry then
    files[key] = nil
    if entry.name then package.loaded[entry.name] = nil end
  end
  for file, other in pairs(files) do
    if other.name == key then files[file] = nil end
  end
  package.loaded[key] = nil
end

function session:unloadDirectory(folder)
  local prefix = gsub(folder, "/*$", "") .. "/"
  for file, entry in pairs(files) do
    if sub(file, 1, #prefix) == prefix then
      files[file] = nil
      if entry.name then package.loaded[entry.name] = nil end
    end
  end
end

function H.loaded_files()
  local names = {}
  for file in pairs(files) do names[#names + 1] = file end
  sort(names)
  return names
end
