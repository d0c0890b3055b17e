-- What pages are told: one list of pieces of messages per page and priority, each message ending in a comma, joined once
-- per batch.
local H = ...

local next, tostring, type = next, tostring, type
local quote = H.quote
local concat, sort, match, sub = table.concat, table.sort, string.match, string.sub

local PRIORITY = { high = 1, medium = 2, med = 2, low = 3 }
H.PRIORITY = PRIORITY
-- Behind all updates: an update clears the error that the page shows.
local ERRORS = 4

local function properties_text(props, type_name)
  local parts = {}
  if type_name then parts[1] = '"type":' .. quote(type_name) end
  for k, v in next, props do parts[#parts + 1] = quote(k) .. ":" .. quote(tostring(v)) end
  sort(parts)
  return "{" .. concat(parts, ",") .. "}"
end
H.properties_text = properties_text

function H.new_outbox()
  return { { n = 0 }, { n = 0 }, { n = 0 }, { n = 0 } }
end

local function add(conn, level, message)
  local out = conn.out[level]
  out.n = out.n + 1
  out[out.n] = message
end
H.add_message = add

-- What is due to a page, behind what `all` has already: its own, and what goes to everybody.
function H.take_messages(all, own, common)
  local n = #all
  for level = 1, ERRORS do
    for m = 1, own[level].n do all[n + m] = own[level][m] end
    n = n + own[level].n
    for m = 1, common[level].n do all[n + m] = common[level][m] end
    n = n + common[level].n
    if own[level].n > 0 then own[level] = { n = 0 } end
  end
  all[n] = sub(all[n], 1, -2)
end

-- Properties alone; each may ask for a priority of its own: `viewdefs:high`.
function H.emit_properties(i, props)
  local by_level = {}
  for k, v in next, props do
    local name, wish = match(k, "^(.*):(%a+)$")
    local at = wish and PRIORITY[wish]
    if not at then name, at = k, i.prio end
    by_level[at] = by_level[at] or {}
    by_level[at][name] = v
  end
  for at, some in next, by_level do
    add(i.conn, at, '{"type":"update","data":{"varId":' .. i.id .. ',"properties":' .. properties_text(some) .. "}},")
  end
end

function H.emit_error(conn, id, code, description)
  add(conn, ERRORS, '{"type":"error","data":{' .. (id and '"varId":' .. id .. "," or "") .. '"code":' .. quote(code)
    .. ',"description":' .. quote(description) .. "}},")
end
