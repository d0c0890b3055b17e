-- A value may have changed: find out, remember it, and tell the page if it did.
local H = ...

local type, rawequal, setmetatable, tostring, next = type, rawequal, setmetatable, tostring, next
local value_text, reference, is_object = H.value_text, H.reference, H.is_object
local snapshot, same_slots, ids = H.snapshot, H.same_slots, H.object_ids
local emit, properties_text = H.emit, H.properties_text
local concat, find, gmatch, gsub = table.concat, string.find, string.gmatch, string.gsub

-- What children read from where there is no object: it has nothing, so they are nil without any check.
local EMPTY = setmetatable({}, { __newindex = function() end, __metatable = false })
H.EMPTY_BASE = EMPTY
-- Comparands that no value equals.
local UNSENT, NAN = {}, 0 / 0
H.UNSENT = UNSENT

-- By handle: the record, the parent's handle, and what children read from.
local info, parent, base = {}, {}, {}
H.info, H.parent, H.base = info, parent, base

-- Remember what was seen, in the record and in the columns that the scan reads.
local function remember(i, v, object, number, kind)
  i.last, i.object, i.number, i.kind = v, object or nil, number > 0 and number or nil, kind or nil
  local g, n = i.group, i.slot
  if g then g.last[n], g.number[n], g.kind[n] = v, number, kind end
end

function H.resend(i)
  i.text, i.snap = nil, nil
  remember(i, UNSENT, false, 0, false)
end

-- The page holds this value already, because it sent it.
function H.page_holds(i, value)
  i.text, i.snap = value_text(value), nil
  if type(value) == "table" or value ~= value then value = NAN end
  remember(i, value, false, 0, false)
end

-- Not read any more, at once: the lists are put in order at the next scan. Until then its group goes one by one.
local function switch_off(i)
  i.off = true
  if i.group then i.group.guarded, i.group.run = true, nil end
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

local function push(i, text, type_name)
  i.text = text
  i.changes = i.changes + 1
  i.error, i.shown_error = nil, nil
  local old = i.type_name
  if type_name ~= old or i.resend_properties then
    if type_name ~= old then
      if old and type_name then retire_children(i) end
      i.type_name, i.props.type = type_name, type_name
    end
    local props = i.resend_properties and i.props or { type = type_name or "" }
    i.resend_properties = nil
    return emit(i, UPDATE .. i.id .. VALUE .. text .. ',"properties":' .. properties_text(props) .. "}}")
  end
  emit(i, UPDATE .. i.id .. VALUE .. text .. "}}")
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
  remember(i, NAN, v, 0, false)
  i.value = v
  if not unchanged or not i.wrapper then
    -- If it fails, the next scan has to try again.
    local snap = i.snap
    i.snap, i.object = nil, nil
    H.update_wrapper(i, v)
    i.snap, i.object = snap, v
    if not i.native_wrapper then H.scan_again() end
  end
  local w = i.wrapper
  if type(w) ~= "table" then
    base[i.handle] = EMPTY
    if i.text ~= "null" then push(i, "null", nil) end
    return
  end
  base[i.handle] = w
  local text, name = reference(w), type_of(w)
  if text ~= i.text or name ~= i.type_name then push(i, text, name) end
end

function H.settle(i, v)
  if i.off then return end
  if type(v) == "table" and v ~= H.json.null then
    if i.wraps then return wrap(i, v) end
    if is_object(v) then
      local text, name = reference(v), type_of(v)
      remember(i, NAN, v, ids[v], v.type)
      base[i.handle], i.snap, i.value = v, nil, v
      if text ~= i.text or name ~= i.type_name then push(i, text, name) end
      return
    end
    base[i.handle], i.value = v, v
    if i.snap and same_slots(v, i.snap) then return end
    local text, deep = value_text(v)
    remember(i, NAN, v, 0, false)
    if deep then i.snap = nil else i.snap = snapshot(v) end
    if text ~= i.text or i.type_name then push(i, text, nil) end
    return
  end
  i.wrapper = nil
  local text = value_text(v)
  remember(i, v, false, 0, false)
  base[i.handle], i.snap, i.value = EMPTY, nil, nil
  if text ~= i.text or i.type_name then push(i, text, nil) end
end

-- The message with its traceback, once.
function H.with_trace(e)
  if type(e) == "table" and e.description then e = e.description end
  e = tostring(e)
  -- A file that failed while another one required it has its own, better one.
  if find(e, "\nstack traceback:", 1, true) then return e end
  -- The app's own lines are what helps; ours are only how it got there.
  local lines = {}
  for line in gmatch(H.traceback("", 2), "[^\n]+") do
    if not find(line, "^%s*%[%l[%l-]*%]:%d") and not find(line, "in function 'rawxpcall'", 1, true) then
      lines[#lines + 1] = line
    end
  end
  e = gsub(e, "^%[%l[%l-]*%]:%d+: ", "")
  return e .. "\n" .. concat(lines, "\n")
end
