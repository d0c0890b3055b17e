-- What pages are told: one list of finished messages per page and priority, joined once per batch.
local H = ...

local next, tostring, type = next, tostring, type
local quote = H.quote
local concat, sort, match = table.concat, table.sort, string.match

local PRIORITY = { high = 1, medium = 2, med = 2, low = 3 }
H.PRIORITY = PRIORITY
-- Behind all updates: an update clears the error that the page shows.
local ERRORS = 4

local function properties_text(props)
  local parts = {}
  for k, v in next, props do parts[#parts + 1] = quote(k) .. ":" .. quote(tostring(v)) end
  sort(parts)
  return "{" .. concat(parts, ",") .. "}"
end
H.properties_text = properties_text

function H.emit(i, text)
  local out = i.conn.out[i.prio]
  out[#out + 1] = text
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
    local out = i.conn.out[at]
    out[#out + 1] = '{"type":"update","data":{"varId":' .. i.id .. ',"properties":' .. properties_text(some) .. "}}"
  end
end

function H.emit_error(conn, id, code, description)
  local out = conn.out[ERRORS]
  out[#out + 1] = '{"type":"error","data":{' .. (id and '"varId":' .. id .. "," or "") .. '"code":' .. quote(code)
    .. ',"description":' .. quote(description) .. "}}"
end
