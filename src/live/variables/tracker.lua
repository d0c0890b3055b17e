-- Change detection. The children of a variable form a group with flat columns, read by code that their shape shares, so
-- that looking at one that did not change costs little more than the read; its record is touched only when it changed.
local H, host = ...

local error, tostring, next, match, find = error, tostring, next, string.match, string.find
local rawxpcall, expired, with_trace = H.rawxpcall, H.expired, H.with_trace
local settle, getinfo, place = H.settle, H.getinfo, H.place
local base, info, EMPTY = H.base, H.info, H.EMPTY_BASE

local parent, free, freed, top = H.parent, {}, {}, 0
local lists = { {}, {}, {} }
local dirty, scanning, again = false, false, false
-- For how many scans more times are taken: that is slow, and only worth it while somebody looks.
local timed = 0
local SCANS_TIMED = 50
-- Where the scan is: list, `place.at` in it; and in groups that are read in a loop, how far in their order.
local level, step = 1, 0

local METHOD, FUNCTION, FIELD = 1, 2, 3

-- What every scan touches is small and lies close together: the comparands by slot, the object they are read from, and
-- the code. The rest is apart, in `cold`.
local function new_group(owner)
  return { b = base[owner], run = nil, cold = { n = 0, info = {} } }
end

local function enter(g, i)
  local cold = g.cold
  local n = cold.n + 1
  cold.n, g.run = n, nil
  if cold.order then cold.order, cold.key = nil, nil end
  g[n], cold.info[n] = i.last, i
  i.slot, i.group = n, g
  if i.guarded then cold.guarded = true end
end

local function group_of(p, where)
  p.groups = p.groups or {}
  local g = p.groups[where]
  if not g then
    g = new_group(p.handle)
    p.groups[where] = g
    local list = lists[where]
    list[#list + 1] = g
  end
  return g
end

-- A variable of a page; `i` has id, conn, prio, op, key, readable, watchers.
function H.add_variable(parent_handle, i)
  local h = free[#free]
  if h then
    free[#free] = nil
  else
    top = top + 1
    h = top
  end
  i.handle = h
  info[h], parent[h], base[h] = i, parent_handle, EMPTY
  local p = info[parent_handle]
  if not p then
    dirty = true
    return h
  end
  p.kids = p.kids or {}
  p.kids[#p.kids + 1] = h
  if scanning then again = true end
  if dirty then return h end
  -- Appending keeps "parent before child"; where the parent is read later than the child wants, all is sorted anew.
  if i.muted then return h end
  if not p.listed or i.readable and p.listed > i.prio then
    dirty = true
  elseif i.readable then
    i.listed = i.prio
    enter(group_of(p, i.prio), i)
  else
    i.listed = p.listed
  end
  return h
end

function H.mark_dirty() dirty = true end

function H.remove_variable(h)
  local i = info[h]
  if i.dead then return end
  i.dead = true
  H.set_base(i, EMPTY)
  H.switch_off(i)
  i.conn.ids[i.id] = nil
  freed[#freed + 1] = h
  dirty = true
  local kids = i.kids or {}
  for n = 1, #kids do
    if info[kids[n]] and parent[kids[n]] == h then H.remove_variable(kids[n]) end
  end
end

-- Its properties changed: read it another way, and send what comes out.
function H.rekey(h)
  local i = info[h]
  i.guarded, i.wrapper, i.head = nil, nil, nil
  H.resend(i)
  dirty = true
end

local function compute(i)
  if i.is_root then return H.root end
  local b = base[parent[i.handle]]
  if i.op == FIELD then return b[i.key] end
  if i.op == FUNCTION then return i.key(b) end
  local f = b[i.key]
  if f ~= nil then return f(b) end
  return H.missing_method(b, i.key)
end
H.compute = compute

local UNTIL_CHANGED = "; it is computed again when its code changes"

local function failed(i, message)
  i.guarded = true
  H.read_singly(i.group)
  H.resend(i)
  -- What is below `mcp` can be read, whatever is wrong with the table itself.
  if not i.is_root then H.set_base(i, EMPTY) end
  local short = match(message, "^(.-)\nstack traceback") or message
  if find(short, "not enough memory", 1, true) then
    -- It would take all again at every scan. What it took is garbage now, but this Lua collects only in its own time.
    i.stuck, dirty = true, true
    H.switch_off(i)
    H.collect("collect")
    short = short .. ": " .. tostring(i.path) .. UNTIL_CHANGED
  end
  i.error = short
  if i.shown_error ~= short then
    i.shown_error = short
    H.emit_error(i.conn, i.id, "lua-error", short)
    host("log", "stderr", "variable " .. i.id .. " (" .. tostring(i.path) .. "): " .. message .. "\n")
  end
end

local function give_up(i, message)
  i.stuck = true
  H.switch_off(i)
  dirty = true
  i.error = "stopped: it ran longer than allowed" .. UNTIL_CHANGED
  H.emit_error(i.conn, i.id, "timeout", tostring(i.path) .. " was " .. i.error)
  error(message, 0)
end

local guarded_info
local function guarded_body()
  settle(guarded_info, compute(guarded_info))
end

local function guarded(i)
  if i.off then return end
  guarded_info = i
  local started = timed > 0 and host("now")
  local ok, message = rawxpcall(guarded_body, with_trace)
  if started then
    i.ms = host("now") - started
    if i.ms > (i.max_ms or 0) then i.max_ms = i.ms end
  end
  if ok then return end
  if expired() then give_up(i, message) end
  failed(i, message)
end

-- Somebody looks at the variable browser, or one of these failed before: each on its own.
local function run_guarded(g)
  local cold = g.cold
  local order = cold.order or H.order_of(cold)
  cold.order = order
  while step < #order do
    step = step + 1
    guarded(cold.info[order[step]])
  end
end

local function columns_of(cold)
  local key, op, kind, elements = {}, {}, {}, true
  for n = 1, cold.n do
    local i = cold.info[n]
    key[n], op[n], kind[n] = i.key, i.op, i.kind or false
    if i.op ~= FIELD then elements = false end
  end
  cold.key, cold.op, cold.kind, cold.order, cold.elements = key, op, kind, H.order_of(cold), elements
end

-- Many siblings that are all fields, such as the rows of a list.
local function run_elements(g, cold)
  local b, key, kind = g.b, cold.key, cold.kind
  for n = step + 1, cold.n do
    step = n
    local v, t = b[key[n]], kind[n]
    if v ~= g[n] or t and v.type ~= t then settle(cold.info[n], v) end
  end
end

local function run_loop(g)
  local cold = g.cold
  if not cold.key then columns_of(cold) end
  if cold.elements then return run_elements(g, cold) end
  local b, order, op, key, kind = g.b, cold.order, cold.op, cold.key, cold.kind
  for m = step + 1, #order do
    step = m
    local n = order[m]
    local k, o, v = key[n], op[n], nil
    if o == 3 then
      v = b[k]
    elseif o == 1 then
      local f = b[k]
      if f then v = f(b) else H.missing_method(b, k) end
    else
      v = k(b)
    end
    local t = kind[n]
    if v ~= g[n] or t and v.type ~= t then settle(cold.info[n], v) end
  end
end

local function run_slowly(g)
  local cold = g.cold
  if cold.guarded or timed > 0 then
    run_guarded(g)
  else
    local run = cold.key == nil and step == 0 and H.shape_of(cold)
    -- Read by the loop below, together with its neighbours.
    if run then
      g.run = run
      return false
    end
    run_loop(g)
  end
  step = 0
  return true
end

local function run_lists()
  while level <= 3 do
    local list, a = lists[level], place.at
    local g = list[a]
    while g do
      local run = g.run
      if run then
        a = run(list, a, run)
      else
        place.at = a
        if run_slowly(g) then a = a + 1 end
      end
      g = list[a]
    end
    level, place.at = level + 1, 1
  end
end

-- Which list each variable is scanned in: its own priority, or that of a descendant that needs it earlier.
local function rank(h)
  local i = info[h]
  local best, kids, n = i.readable and i.prio or 3, i.kids or {}, 0
  for m = 1, #kids do
    local kid = kids[m]
    local k = info[kid]
    kids[m] = nil
    if k and parent[kid] == h and not k.dead then
      n = n + 1
      kids[n] = kid
      local r = rank(kid)
      if r < best then best = r end
    end
  end
  i.rank, i.listed = best, false
  if i.group then i.group, i.slot = false, false end
  if i.groups then i.groups = nil end
  if i.off then i.off = nil end
  return best
end

local function enlist(h)
  local i = info[h]
  if i.stale or i.inactive or (i.watchers == 0 and not i.is_root) then return end
  i.listed = i.rank
  if i.readable and not i.is_root and not i.stuck then enter(group_of(info[parent[h]], i.rank), i) end
  local kids = i.kids
  if kids then
    for n = 1, #kids do enlist(kids[n]) end
  end
end

local function rebuild()
  dirty = false
  lists = { {}, {}, {} }
  for _, conn in H.each_connection() do
    rank(conn.root)
    enlist(conn.root)
  end
  for n = 1, #freed do
    info[freed[n]] = nil
    free[#free + 1] = freed[n]
  end
  freed = {}
end

-- Which line of a group's function is running, by the stack: keeping it at hand would cost every read.
local function running_line()
  for depth = 2, 200 do
    local frame = getinfo(depth, "fl")
    if not frame then return nil end
    if H.shape_functions[frame.func] then return frame.currentline end
  end
end

function H.current_variable()
  local g = scanning and lists[level] and lists[level][place.at]
  if not g then return nil end
  local cold = g.cold
  local order = cold.order or H.order_of(cold)
  return cold.info[order[running_line() or step]]
end

local failed_at
local function locate(e)
  failed_at = running_line()
  return with_trace(e)
end

-- Something failed: from now on this group is read one by one, beginning behind what failed.
local function recover(message)
  local g = lists[level] and lists[level][place.at]
  if not g then error(message, 0) end
  local cold = g.cold
  cold.order = cold.order or H.order_of(cold)
  step = failed_at or step
  local i = cold.info[cold.order[step]]
  if expired() then
    if i then give_up(i, message) end
    error(message, 0)
  end
  H.read_singly(g)
  if i then failed(i, message) end
end

function H.measure()
  timed = SCANS_TIMED
  dirty = true
end

function H.scan()
  for _ = 1, 4 do
    if dirty then rebuild() end
    if timed > 0 then timed = timed - 1 end
    H.check_equality()
    again, level, place.at, step, scanning = false, 1, 1, 0, true
    for _, conn in H.each_connection() do
      local root = info[conn.root]
      -- An app may do anything to `mcp`, too.
      if root.watchers > 0 and not root.stuck then guarded(root) end
    end
    while true do
      -- One protected call for everything; after a failure the scan goes on behind it, so each method runs once.
      local ok, message = rawxpcall(run_lists, locate)
      if ok then break end
      recover(message)
    end
    scanning = false
    if not again then break end
  end
end
H.scan_again = function() again = true end

-- Code has changed, so what was given up may be fine now, and what lists hold may compare differently.
function H.forgive()
  for _, i in next, info do
    i.snap = nil
    if i.stuck and not i.dead then
      i.stuck, i.guarded = nil, true
      dirty = true
    end
  end
end
