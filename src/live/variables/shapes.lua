-- Code for groups: siblings that are read with the same keys share one function that reads and compares them all, as
-- somebody would write it by hand. It goes on through the groups behind that have the same shape, such as the rows of a
-- list. One line per variable, so that an error says by its line which one it was.
local H = ...

local type, tostring, ipairs, loadstring = type, tostring, ipairs, H.loadstring
local format, gsub, concat = string.format, string.gsub, table.concat

local METHOD, FUNCTION, FIELD = 1, 2, 3
-- A long list has a shape of its own at each length; those are read in a loop.
local MOST_SLOTS, MOST_SHAPES = 40, 2000

-- Which group of the list is being read, for whoever has to know after an error.
local place = { at = 1 }
H.place = place

local shapes, count, made = {}, 0, {}
H.shape_functions = made

-- Methods first: what they change in a field beside them is then seen at once.
local function order_of(cold)
  local order = {}
  for op = METHOD, FIELD do
    for n = 1, cold.n do
      if cold.info[n].op == op then order[#order + 1] = n end
    end
  end
  return order
end
H.order_of = order_of

local function read_of(i, n)
  local name = type(i.key) == "number" and tostring(i.key) or type(i.key) == "string" and format("%q", i.key)
  if i.op == FIELD then return "v = b[" .. name .. "]" end
  if i.op == FUNCTION then return format("v = readers[%d](b)", n) end
  return format("f = b[%s] if f then v = f(b) else v = missing(b, %s) end", name, name)
end

-- An object is itself, and still of its type.
local function test_of(i, n)
  local kind = i.kind and format(" or v.type ~= %q", i.kind) or ""
  return format(" if v ~= g[%d]%s then settle(g.cold.info[%d], v) end", n, kind, n)
end

local function signature_of(cold)
  local parts, info = {}, cold.info
  for n = 1, cold.n do
    local i = info[n]
    if not i.mark then return nil end
    parts[n] = i.kind and i.mark .. ":" .. #i.kind .. ":" .. i.kind or i.mark
  end
  return concat(parts, ",")
end

-- The function for a group, or nil where a loop is better.
function H.shape_of(cold)
  if cold.n > MOST_SLOTS then return nil end
  local signature = signature_of(cold)
  local shape = signature and shapes[signature]
  if shape or not signature or count >= MOST_SHAPES then return shape end
  count = count + 1
  -- The header is on the line of the first variable.
  local lines, readers = {}, {}
  for m, n in ipairs(order_of(cold)) do
    local i = cold.info[n]
    readers[n] = i.op == FUNCTION and i.key or nil
    -- %q breaks a line in two at a newline.
    lines[m] = (gsub(read_of(i, n) .. test_of(i, n), "\\\n", "\\n"))
  end
  local code = "local settle, missing, readers, place = ... return function(list, a, run) local g, b, v, f = list[a] repeat place.at = a b = g.b "
    .. concat(lines, "\n") .. "\na = a + 1 g = list[a] until not g or g.run ~= run return a end"
  shape = loadstring(code, "=[shape]")(H.settle, H.missing_method, readers, place)
  shapes[signature], made[shape] = shape, true
  return shape
end
