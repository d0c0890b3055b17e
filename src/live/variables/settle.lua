-- A value may have changed: find out, remember it, and tell the page if it did.
local H = ...

local type, rawequal, setmetatable, tostring, next = type, rawequal, setmetatable, tostring, next
local value_text, reference, is_object, is_plain = H.value_text, H.reference, H.is_object, H.is_plain
local snapshot, same_slots = H.snapshot, H.same_slots
local properties_text, quote, number, null = H.properties_text, H.quote, H.number, H.null
local concat, find, gmatch, gsub, sub = table.concat, string.find, string.gmatch, string.gsub, string.sub

-- What children read from where there is no object: it has nothing, so they are nil without any check.
local EMPTY = setmetatable({}, { __newindex = function() end, __metatable = false })
H.EMPTY_BASE = EMPTY
-- Comparands that no value equals.
local UNSENT, NAN = {}, 0 / 0
H.UNSENT = UNSENT

-- By handle: the record, the parent's handle, and what children read from.
local info, parent, base = {}, {}, {}
H.info, H.parent, H.base = info, parent, base

-- The object that children read from, in the groups that they are in, too.
local function set_base(i, v)
  local h = i.handle
  if rawequal(base[h], v) then return end
  base[h] = v
  local groups = i.groups
  if not groups then return end
  for n = 1, 3 do
    if groups[n] then groups[n].b = v end
  end
end
H.set_base = set_base

-- Remember what was seen, in the record and where the scan compares: the comparand, and the type where it is an
-- object. A record keeps only what it needs: in Lua even a nil that is new to a table takes room.
local function remember(i, v, kind)
  local g, n = i.group, i.slot
  i.last = v
  if g then g[n] = v end
  if i.kind == kind then return end
  i.kind = kind
  if not g then return end
  if g.cold.key then g.cold.kind[n] = kind or false else g.run = nil end
end

-- An app may give its objects `__eq` at any time; those that are comparands are then compared otherwise.
function H.check_equality()
  if not H.lost_trust() then return end
  for _, i in next, info do
    if i.snap then i.snap = nil end
    if i.kind and not is_plain(i.value) then remember(i, NAN, nil) end
  end
end

function H.resend(i)
  i.text, i.snap = nil, nil
  remember(i, UNSENT, nil)
end

-- The page holds this value already, because it sent it.
function H.page_holds(i, value)
  i.text, i.snap = value_text(value), nil
  if type(value) == "table" or value ~= value then value = NAN end
  remember(i, value, nil)
end

function H.read_singly(g)
  if g then g.cold.guarded, g.run = true, nil end
end

-- Not read any more, at once: the lists are put in order at the next scan. Until then its group goes one by one.
local function switch_off(i)
  i.off = true
  H.read_singly(i.group)
end
H.switch_off = switch_off

local function mute(h)
  switch_off(info[h])
  local kids = info[h].kids or {}
  for n = 1, #kids do
    if info[kids[n]] and parent[kids[n]] == h then mute(kids[n]) end
  end
end

-- The page will tear down this view and build another; until then its old children would only fail on the new object.
local function retire_children(i)
  local kids = i.kids or {}
  for n = 1, #kids do
    local kid = info[kids[n]]
    if kid and not kid.dead and not kid.stale then
      kid.stale = true
      mute(kid.handle)
      H.mark_dirty()
    end
  end
end

local UPDATE, VALUE = '{"type":"update","data":{"varId":', ',"value":'

local type_tails = {}
local function push(i, text, type_name)
  local conn = i.conn
  i.text, i.sent = text, conn.sequence + 1
  i.changes = i.changes + 1
  if i.error then i.error, i.shown_error = nil, nil end
  local old, head = i.type_name, i.head
  if not head then
    head = UPDATE .. i.id .. VALUE
    -- Most are sent once, and need it never again.
    if i.changes > 1 then i.head = head end
  end
  local out = conn.out[i.prio]
  local n = out.n
  out.n = n + 3
  if type_name == old and not i.resend_properties then
    -- In pieces: they are joined once, with everything else.
    out[n + 1], out[n + 2], out[n + 3] = head, text, "}},"
    return
  end
  if type_name ~= old then
    if old and type_name then retire_children(i) end
    i.type_name = type_name
  end
  local tail = type_tails[type_name or ""]
  if i.resend_properties then
    tail = ',"properties":' .. properties_text(i.props, type_name) .. "}},"
    i.resend_properties = nil
  elseif not tail then
    tail = ',"properties":' .. properties_text({}, type_name or "") .. "}},"
    type_tails[type_name or ""] = tail
  end
  out[n + 1], out[n + 2], out[n + 3] = head, text, tail
end

local function type_of(v)
  local name = v.type
  return type(name) == "string" and name or nil
end

-- The wrapper of the variable stands for its value, in what is sent and for the children.
local function wrap(i, v)
  local unchanged
  if is_object(v) then
    unchanged = rawequal(i.object, v)
    i.snap = nil
  else
    unchanged = i.snap ~= nil and same_slots(v, i.snap)
    if not unchanged then i.snap = snapshot(v) end
    if unchanged and i.wrapper and not rawequal(i.object, v) then i.wrapper.value = v end
  end
  remember(i, NAN, nil)
  i.value = v
  if not unchanged or not i.wrapper then
    -- If it fails, the next scan has to try again.
    local snap = i.snap
    i.snap, i.object = nil, nil
    H.update_wrapper(i, v)
    i.snap, i.object = snap, v
    if not i.native_wrapper then H.scan_again() end
  elseif i.native_wrapper then
    i.wrapper._made_anew = false
  end
  local w = i.wrapper
  if type(w) ~= "table" then
    set_base(i, EMPTY)
    if i.text ~= "null" then push(i, "null", nil) end
    return
  end
  set_base(i, w)
  local text, name = reference(w), type_of(w)
  if text ~= i.text or name ~= i.type_name then push(i, text, name) end
end

local function settle_object(i, v)
  local text, kind = reference(v), v.type
  local name = type(kind) == "string" and kind or nil
  -- Without a type that is text there is nothing that the scan could compare with.
  if name and is_plain(v) then remember(i, v, name) else remember(i, NAN, nil) end
  set_base(i, v)
  i.value = v
  if i.snap then i.snap = nil end
  if text ~= i.text or name ~= i.type_name then push(i, text, name) end
end

local function settle_data(i, v)
  set_base(i, v)
  i.value = v
  if i.snap and same_slots(v, i.snap) then return end
  local text, deep = value_text(v)
  remember(i, NAN, nil)
  i.snap = not deep and snapshot(v) or nil
  if text ~= i.text or i.type_name then push(i, text, nil) end
end

function H.settle(i, v)
  if i.off then return end
  local kind, text = type(v), nil
  if kind == "string" then
    text = quote(v)
  elseif kind == "number" then
    text = number(v)
  elseif kind == "table" and v ~= null then
    if i.wraps then return wrap(i, v) end
    if is_object(v) then return settle_object(i, v) end
    return settle_data(i, v)
  else
    text = value_text(v)
  end
  remember(i, v, nil)
  if i.value ~= nil or base[i.handle] ~= EMPTY then
    set_base(i, EMPTY)
    i.value, i.snap, i.wrapper = nil, nil, nil
  end
  if text ~= i.text or i.type_name then push(i, text, nil) end
end

-- Whoever reads a message has read enough of it by then.
local MOST_MESSAGE = 64 * 1024

-- From this depth on the machine's own way to write a trace takes a time that grows with the square of it.
local DEEP = 200

-- The message with its traceback, once.
function H.with_trace(e)
  if type(e) == "table" and e.description then e = e.description end
  e = tostring(e)
  if #e > MOST_MESSAGE then e = sub(e, 1, MOST_MESSAGE) .. "…" end
  -- A file that failed while another one required it has its own, better one.
  if find(e, "\nstack traceback:", 1, true) then return e end
  -- The app's own lines are what helps; ours are only how it got there.
  local lines = {}
  for line in gmatch(H.getinfo(DEEP, "l") and H.upper_trace(3) or H.traceback("", 2), "[^\n]+") do
    if not find(line, "^%s*%[%l[%l-]*%]:%d") and not find(line, "in function 'rawxpcall'", 1, true) then
      lines[#lines + 1] = line
    end
  end
  e = gsub(e, "^%[%l[%l-]*%]:%d+: ", "")
  return e .. "\n" .. concat(lines, "\n")
end
