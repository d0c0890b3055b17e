-- The variable protocol: pages with an id space each, and what they may ask for.
local H, host = ...

local type, error, tostring, tonumber, next, pairs = type, error, tostring, tonumber, next, pairs
local rawequal, ipairs, remove = rawequal, ipairs, table.remove
local rawxpcall, expired, with_trace = H.rawxpcall, H.expired, H.with_trace
local info, base, parents = H.info, H.base, H.parent
local FUNCTION, FIELD = 2, 3

local connections, order = {}, {}
-- Variables that Lua makes belong to no page: their updates go to all of them.
local shared

local function refuse(code, description)
  error({ code = code, description = description }, 0)
end

local function add_root(conn)
  local i = { id = 1, conn = conn, prio = 2, op = FIELD, key = false, props = {}, access = "r", readable = true,
    watchers = 0, is_root = true, path = "", changes = 0, last = H.UNSENT }
  conn.root = H.add_variable(0, i)
  conn.ids[1] = conn.root
  base[conn.root] = H.root
  H.mark_dirty()
end

local function new_connection(id)
  local conn = { id = id, ids = {}, out = H.new_outbox(), sequence = 0 }
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
      remove(order, n)
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

local function create(conn, id, parent_id, given)
  if type(id) ~= "number" or id < 2 then refuse("bad-message", "create needs an id of 2 or more") end
  local ids = conn.ids
  if ids[id] then refuse("bad-message", "variable " .. id .. " exists already") end
  local parent = ids[parent_id] or find(conn, parent_id)
  -- With the fields that come later, so that the table has its size from the start.
  local i = { id = id, conn = conn, handle = 0, rank = false, listed = false, slot = false, group = false }
  local problem = H.specify(i, given)
  ids[id] = H.add_variable(parent, i)
  if problem then error(problem, 0) end
  return i
end

local function create_fully(conn, data)
  local i = create(conn, data.id, data.parentId or 1, H.text_properties(data.properties))
  if data.nowatch then
    i.watchers, i.muted = 0, true
    H.mark_dirty()
  end
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

-- What had reached the page when it sent the messages at hand.
local seen

local function update(conn, data, has_value)
  local h = find(conn, data.varId)
  local i = info[h]
  if data.properties then
    local given, props = H.text_properties(data.properties), H.own_properties(i)
    for k, v in pairs(given) do props[k] = v end
    local has_stale = false
    if given.viewdef then
      for _, kid in ipairs(i.kids or {}) do
        if info[kid] and info[kid].stale then info[kid].stale, has_stale = nil, true end
      end
    end
    if given.path or given.access or given.priority or given.inactive or given.wrapper then
      H.respecify(i)
      H.rekey(h)
    elseif has_stale then
      H.mark_dirty()
    end
  end
  if not has_value then return end
  local value = from_page(data.value)
  if i.readable then
    -- Where others hold it, too, or a push is on its way to the page that will overwrite what it shows, all are told anew.
    local crossed = seen and (i.sent or 0) > seen
    if i.conn ~= conn or crossed then H.resend(i) else H.page_holds(i, value) end
  end
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

local HANDLERS = { create = create_fully, update = update, watch = watch, unwatch = unwatch, destroy = destroy }

local function handle(conn, message)
  local handler = HANDLERS[message.type]
  if not handler then refuse("bad-message", "unknown message type " .. tostring(message.type)) end
  if type(message.data) ~= "table" then refuse("bad-message", "a message needs data") end
  handler(conn, message.data, message.hasValue)
end

-- What is being done: the messages of a page, and where we are. Most are `create`, so these come without tables of their
-- own, as three elements: id, parent, and the path or all properties.
local active, batch, at = nil, nil, 1

local function handle_batch()
  while true do
    local message = batch[at]
    if message == nil then return end
    if type(message) == "table" then
      handle(active, message)
      at = at + 1
    else
      create(active, message, batch[at + 1], batch[at + 2])
      at = at + 3
    end
  end
end

local function id_in_hand()
  local message = batch[at]
  if type(message) ~= "table" then return message end
  local data = message.data
  return type(data) == "table" and (tonumber(data.varId) or tonumber(data.id)) or nil
end

-- `save(): `, as the view has it.
local function path_in_hand()
  local h = active.ids[id_in_hand()]
  return h and info[h].path and info[h].path .. ": " or ""
end

local function keep_description(e)
  if type(e) == "table" and e.code then return e end
  return { code = "lua-error", trace = with_trace(e), description = tostring(e) }
end

-- One message that fails does not stop the others. One protected call for as many as go well.
function H.receive(id, messages, last_seen)
  local conn = connections[id]
  if not conn then error("there is no page " .. tostring(id), 0) end
  active, batch, at, seen = conn, messages, 1, last_seen
  while true do
    local ok, problem = rawxpcall(handle_batch, keep_description)
    if ok then break end
    if expired() then error(type(problem) == "table" and (problem.trace or problem.description) or problem, 0) end
    if type(problem) ~= "table" then problem = { code = "lua-error", description = tostring(problem) } end
    -- What the page got wrong is its own affair; what the app could not do, its author has to know.
    local told = problem.trace or problem.code == "path-failure" and problem.description
    if told then
      host("log", "stderr", told .. "\n")
      H.add_problem(path_in_hand() .. problem.description)
    end
    H.emit_error(conn, id_in_hand(), problem.code, problem.description)
    at = at + (type(batch[at]) == "table" and 1 or 3)
  end
  active, batch = nil, nil
end

-- What was being handled when the call was stopped gets the blame.
function H.blame(reason)
  if not active then return end
  H.emit_error(active, id_in_hand(), "timeout", reason)
  active, batch = nil, nil
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
      conn.sequence = conn.sequence + 1
      all[#all + 1] = (first and "" or ",") .. '{"connectionId":' .. H.quote(conn.id) .. ',"sequence":' .. conn.sequence
        .. ',"messages":['
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
  local i, given = { id = next_id, conn = shared }, H.text_properties(props)
  if type(what) == "string" then given.path = what end
  local problem = H.specify(i, given)
  if problem then error(type(problem) == "table" and problem.description or problem, 0) end
  if type(what) == "table" then
    i.op, i.key, i.readable, i.access, i.path, i.mark = FUNCTION, function() return what end, true, "r", "", false
    -- Known before it was looked at, so that another can be made below it at once.
    i.value = what
  end
  next_id = next_id - 1
  shared.ids[i.id] = H.add_variable(parent_handle, i)
  return i.id
end

function H.destroy_shared(id)
  local h = shared.ids[id]
  if h and id ~= 1 then H.remove_variable(h) end
end
