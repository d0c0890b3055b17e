-- The variable protocol: pages with an id space each, and what they may ask for.
local H, host = ...

local type, error, tostring, tonumber, next, pairs = type, error, tostring, tonumber, next, pairs
local setmetatable, rawequal, ipairs = setmetatable, rawequal, ipairs
local rawxpcall, expired, with_trace = H.rawxpcall, H.expired, H.with_trace
local info, base, parents, PRIORITY = H.info, H.base, H.parent, H.PRIORITY
local METHOD, FUNCTION, FIELD = 1, 2, 3
local concat = table.concat

local connections, order = {}, {}
-- Variables that Lua makes belong to no page: their updates go to all of them.
local shared

local function refuse(code, description)
  error({ code = code, description = description }, 0)
end

local function add_root(conn)
  local i = { id = 1, conn = conn, prio = 2, op = FIELD, key = false, props = {}, access = "r", readable = true,
    watchers = 0, is_root = true, path = "" }
  conn.root = H.add_variable(0, i)
  conn.ids[1] = conn.root
  base[conn.root] = H.root
  H.mark_dirty()
end

local function new_connection(id)
  local conn = { id = id, ids = {}, out = H.new_outbox() }
  add_root(conn)
  return conn
end

function H.each_connection()
  local n = -1
  return function()
    n = n + 1
    if n == 0 then return 0, shared end
    if order[n] then return n, order[n] end
  end
end

function H.start_connections()
  shared = new_connection(false)
end

function H.connection_count() return #order end

function H.disconnect(id)
  local conn = connections[id]
  if not conn then return end
  connections[id] = nil
  for n = 1, #order do
    if order[n] == conn then
      table.remove(order, n)
      break
    end
  end
  H.remove_variable(conn.root)
end

function H.connect(id)
  H.disconnect(id)
  local conn = new_connection(id)
  connections[id] = conn
  order[#order + 1] = conn
end

local function find(conn, id)
  local h = conn.ids[id]
  if not h and type(id) == "number" and id < 0 then h = shared.ids[id] end
  if not h then refuse("unknown-variable", "there is no variable " .. tostring(id)) end
  return h
end

local function is_set(value)
  return value ~= nil and value ~= "" and value ~= "false" and value ~= false
end

-- Everything that follows from the properties: path, access, priority, wrapper. Variables with the same ones share it,
-- because a page has thousands of records and few different ones.
local function specify(props)
  local parsed = H.parse_path(props.path or "")
  local spec = { path = parsed.path, steps = parsed.steps, op = FIELD, key = false }
  spec.access = H.access_of(props.path or "", parsed.steps, props.access)
  spec.prio = PRIORITY[props.priority or "medium"]
  if not spec.prio then refuse("bad-property", "priority is high, medium or low, not " .. tostring(props.priority)) end
  spec.inactive = is_set(props.inactive)
  spec.wraps = props.wrapper ~= nil or props.create ~= nil
  spec.readable = (spec.access == "r" or spec.access == "rw") and #parsed.steps > 0
  local first = parsed.steps[1]
  if spec.readable and #parsed.steps > 1 then
    spec.op, spec.key = FUNCTION, H.reader_of(parsed.path, parsed.steps)
  elseif spec.readable then
    spec.op, spec.key = first.kind == "call" and METHOD or FIELD, first.key
  end
  -- What reads the same has the same mark; without one it is not read by shared code.
  spec.mark = spec.op .. parsed.path
  spec.__index = spec
  return spec
end

local specs = {}
local function configure(i)
  local props = i.props
  for k, v in pairs(H.parse_path(props.path or "").props) do
    if props[k] == nil then props[k] = v end
  end
  local signature = concat({ props.path or "", props.access or "", props.priority or "", props.inactive or "",
    props.wrapper or "", props.create or "" }, "\1")
  local spec = specs[signature]
  if not spec then
    spec = specify(props)
    specs[signature] = spec
  end
  setmetatable(i, spec)
  i.muted = (i.inactive or i.watchers == 0) or nil
end

local function text_properties(given)
  local props = {}
  for k, v in pairs(type(given) == "table" and given or {}) do
    local name = string.match(k, "^(.*):%a+$")
    props[name and PRIORITY[string.match(k, ":(%a+)$")] and name or k] = tostring(v)
  end
  return props
end

local function create(conn, data)
  local id, parent_id = data.id, data.parentId
  if type(id) ~= "number" or id < 2 then refuse("bad-message", "create needs an id of 2 or more") end
  if conn.ids[id] then refuse("bad-message", "variable " .. id .. " exists already") end
  local parent = find(conn, parent_id or 1)
  local i = { id = id, conn = conn, watchers = data.nowatch and 0 or 1, props = text_properties(data.properties) }
  local ok, problem = H.rawpcall(configure, i)
  if not ok then
    -- It exists, so that the page can destroy it like any other, but it has no value.
    i.prio, i.op, i.key, i.access, i.readable, i.steps = 2, FIELD, false, "none", false, {}
    i.path = i.props.path
    i.error = type(problem) == "table" and problem.description or tostring(problem)
  end
  local h = H.add_variable(parent, i)
  conn.ids[id] = h
  if not ok then error(problem, 0) end
  if i.path == "" then i.value = data.value end
end

-- A variable made in this batch has not been looked at; what it holds is needed to write below it.
local function settle_base(h)
  local i = info[h]
  if i.is_root or not i.readable or base[h] ~= H.EMPTY_BASE or i.text ~= nil then return end
  settle_base(parents[h])
  local v = H.compute(i)
  if type(v) == "table" and not i.wraps then H.set_base(i, v) end
end

local function from_page(value)
  if type(value) == "table" and type(value.obj) == "number" and next(value, next(value)) == nil then
    local object = H.object_of(value.obj)
    if not object then refuse("bad-value", "object " .. value.obj .. " does not exist any more") end
    return object
  end
  return value
end

local function write(h, i, value)
  if i.access == "none" then refuse("bad-path", i.error) end
  if #i.steps == 0 then
    i.value = value
    return
  end
  if i.access == "r" then
    refuse("read-only", "path " .. i.path .. " is read only; it can be written with ?access=rw")
  end
  local parent = parents[h]
  settle_base(parent)
  local owner, last = base[parent], i.steps[#i.steps]
  if #i.steps > 1 then owner = H.owner_of(i.path, i.steps)(owner) end
  if type(owner) ~= "table" or owner == H.EMPTY_BASE then
    refuse("path-failure", "path " .. i.path .. ": there is no object to write to")
  end
  if last.kind == "field" then
    owner[last.key] = value
    return
  end
  local method = owner[last.key]
  if method == nil then
    refuse("path-failure", (type(owner.type) == "string" and owner.type or "the object") .. " has no method " .. last.key .. "()")
  end
  if last.kind == "call" and i.access == "action" then method(owner) else method(owner, value) end
end

local function update(conn, data, has_value)
  local h = find(conn, data.varId)
  local i = info[h]
  if data.properties then
    local given = text_properties(data.properties)
    for k, v in pairs(given) do i.props[k] = v end
    if given.viewdef then
      for _, kid in ipairs(i.kids or {}) do
        if info[kid] then info[kid].stale = nil end
      end
    end
    if given.path or given.access or given.priority or given.inactive or given.wrapper then
      configure(i)
      H.rekey(h)
    elseif given.viewdef then
      H.mark_dirty()
    end
  end
  if not has_value then return end
  local value = from_page(data.value)
  if i.readable then H.page_holds(i, value) end
  write(h, i, value)
end

local function watch(conn, data)
  local h = find(conn, data.varId)
  local i = info[h]
  i.watchers = i.watchers + 1
  i.muted = i.inactive
  if not i.is_root then i.resend_properties = true end
  i.stuck = nil
  if i.is_root then i.type_name = nil end
  H.resend(i)
  H.mark_dirty()
end

local function unwatch(conn, data)
  local i = info[find(conn, data.varId)]
  if i.watchers > 0 then i.watchers = i.watchers - 1 end
  H.mark_dirty()
end

local function destroy(conn, data)
  local h = conn.ids[data.varId]
  if data.varId == 1 then refuse("bad-message", "variable 1 is the session's own") end
  if h then H.remove_variable(h) end
end

local HANDLERS = { create = create, update = update, watch = watch, unwatch = unwatch, destroy = destroy }

local active
local function handle_active()
  local message = active.message
  local handler = HANDLERS[message.type]
  if not handler then refuse("bad-message", "unknown message type " .. tostring(message.type)) end
  if type(message.data) ~= "table" then refuse("bad-message", "a message needs data") end
  handler(active.conn, message.data, message.hasValue)
end

local function keep_description(e)
  if type(e) == "table" and e.code then return e end
  return { code = "lua-error", trace = with_trace(e), description = tostring(e) }
end

-- One message that fails does not stop the others.
function H.receive(id, messages)
  local conn = connections[id]
  if not conn then error("there is no page " .. tostring(id), 0) end
  for n = 1, #messages do
    active = { conn = conn, message = messages[n] }
    local ok, problem = rawxpcall(handle_active, keep_description)
    if not ok then
      if expired() then error(type(problem) == "table" and (problem.trace or problem.description) or problem, 0) end
      local data = messages[n].data
      if type(problem) ~= "table" then problem = { code = "lua-error", description = tostring(problem) } end
      if problem.trace then host("log", "stderr", problem.trace .. "\n") end
      H.emit_error(conn, type(data) == "table" and (tonumber(data.varId) or tonumber(data.id)) or nil, problem.code, problem.description)
    end
    active = nil
  end
end

-- What was being handled when the call was stopped gets the blame.
function H.blame(reason)
  if not active then return end
  local data = active.message.data
  H.emit_error(active.conn, type(data) == "table" and tonumber(data.varId) or nil, "timeout", reason)
  active = nil
end

local function is_empty(out)
  return out[1].n + out[2].n + out[3].n + out[4].n == 0
end

-- `[{"connectionId":…,"messages":[…]}]` in pieces, so that the answer is put together once; and start afresh.
function H.flush(all)
  local everyone, first = shared.out, true
  if not is_empty(everyone) then shared.out = H.new_outbox() end
  all[#all + 1] = "["
  for _, conn in ipairs(order) do
    if not (is_empty(conn.out) and is_empty(everyone)) then
      all[#all + 1] = (first and "" or ",") .. '{"connectionId":' .. H.quote(conn.id) .. ',"messages":['
      H.take_messages(all, conn.out, everyone)
      all[#all + 1] = "]}"
      first = false
    end
  end
  all[#all + 1] = "]"
end

local next_id = -1
function H.create_shared(parent, what, props)
  local parent_handle = shared.root
  if type(parent) == "number" then
    parent_handle = find(shared, parent)
  elseif type(parent) == "table" then
    for _, h in pairs(shared.ids) do
      if rawequal(info[h].value, parent) then parent_handle = h end
    end
  end
  local i = { id = next_id, conn = shared, watchers = 1, props = text_properties(props) }
  if type(what) == "string" then i.props.path = what end
  local ok, problem = H.rawpcall(configure, i)
  if not ok then error(type(problem) == "table" and problem.description or problem, 0) end
  if type(what) == "table" then
    i.op, i.key, i.readable, i.access, i.path, i.mark = FUNCTION, function() return what end, true, "r", "", false
  end
  next_id = next_id - 1
  shared.ids[i.id] = H.add_variable(parent_handle, i)
  return i.id
end

function H.destroy_shared(id)
  local h = shared.ids[id]
  if h and id ~= 1 then H.remove_variable(h) end
end

function H.refresh_type(name)
  for _, i in pairs(info) do
    if i.type_name == name and not i.dead then
      H.add_message(i.conn, i.prio, '{"type":"update","data":{"varId":' .. i.id .. "}},")
    end
  end
end

local function describe(i, parent_id)
  local kids = {}
  for _, kid in ipairs(i.kids or {}) do
    if info[kid] and not info[kid].dead then kids[#kids + 1] = info[kid].id end
  end
  local parts = { '{"id":' .. i.id, '"parentId":' .. parent_id, '"type":' .. H.quote(i.type_name or ""),
    '"path":' .. H.quote(i.path or ""), '"value":' .. (i.text or "null"), '"properties":' .. H.properties_text(i.props),
    '"childIds":[' .. concat(kids, ",") .. "]", '"access":' .. H.quote(i.access), '"computeMs":' .. H.number(i.ms or 0),
    '"maxComputeMs":' .. H.number(i.max_ms or 0), '"changes":' .. i.changes }
  if i.error then parts[#parts + 1] = '"error":' .. H.quote(i.error) end
  if i.diags then parts[#parts + 1] = '"diags":' .. H.json.encode(i.diags) end
  if i.conn.id and not i.is_root then parts[#parts + 1] = '"connectionId":' .. H.quote(i.conn.id) end
  return concat(parts, ",") .. "}"
end

-- Parents before children; the root once, as the one that all pages share.
function H.variables_text()
  local parts = {}
  local function visit(h, parent_id)
    local i = info[h]
    parts[#parts + 1] = describe(i, parent_id)
    for _, kid in ipairs(i.kids or {}) do
      if info[kid] and not info[kid].dead then visit(kid, i.id) end
    end
  end
  if #order == 0 then visit(shared.root, 0) end
  for n, conn in ipairs(order) do
    if n == 1 then
      visit(conn.root, 0)
    else
      for _, kid in ipairs(info[conn.root].kids or {}) do
        if info[kid] and not info[kid].dead then visit(kid, 1) end
      end
    end
  end
  for _, kid in ipairs(info[shared.root].kids or {}) do
    if info[kid] and not info[kid].dead then visit(kid, 1) end
  end
  return "[" .. concat(parts, ",") .. "]"
end
