-- What the variable browser shows.
local H = ...

local ipairs, pairs, type = ipairs, pairs, type
local concat, quote, info = table.concat, H.quote, H.info

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
  local type_name, text = i.type_name, i.text
  -- Without a page nobody has asked for the root yet, and it is there all the same.
  if i.is_root and not text then
    type_name, text = H.root.type, H.reference(H.root)
  end
  if type(type_name) ~= "string" then type_name = nil end
  local parts = { '{"id":' .. i.id, '"parentId":' .. parent_id, '"type":' .. quote(type_name or ""),
    '"path":' .. quote(i.path or ""), '"value":' .. (text or "null"), '"properties":' .. H.properties_text(i.props, type_name),
    '"childIds":[' .. concat(kids, ",") .. "]", '"access":' .. quote(i.access), '"computeMs":' .. H.number(i.ms or 0),
    '"maxComputeMs":' .. H.number(i.max_ms or 0), '"changes":' .. i.changes }
  if i.error then parts[#parts + 1] = '"error":' .. quote(i.error) end
  if i.diags then parts[#parts + 1] = '"diags":' .. H.encode(i.diags) end
  if i.conn.id and not i.is_root then parts[#parts + 1] = '"connectionId":' .. quote(i.conn.id) end
  return concat(parts, ",") .. "}"
end

-- Parents before children; the root once, as the one that all pages share; behind the pages' what Lua made.
function H.variables_text()
  local parts = {}
  local function visit(h, parent_id, skip_root)
    local i = info[h]
    if not skip_root then parts[#parts + 1] = describe(i, parent_id) end
    for _, kid in ipairs(i.kids or {}) do
      if info[kid] and not info[kid].dead then visit(kid, i.id) end
    end
  end
  local shared
  for _, conn in H.each_connection() do
    if conn.id then visit(conn.root, 0, #parts > 0) else shared = conn.root end
  end
  visit(shared, 0, #parts > 0)
  return "[" .. concat(parts, ",") .. "]"
end
