-- Code for groups: siblings that are read with the same keys share one function that reads and compares them all, as
-- somebody would write it by hand. One line per variable, so that an error says by its line which one it was.
local H = ...

local type, format, concat, loadstring = type, string.format, table.concat, H.loadstring

local METHOD, FUNCTION, FIELD = 1, 2, 3
-- A long list has a shape of its own at each length; those are read in a loop.
local MOST_SLOTS, MOST_SHAPES = 40, 2000

local shapes, count = {}, 0
local TEST = " if v ~= last[%d] and not (ids[v] == g.number[%d] and v.type == g.kind[%d]) then settle(g.info[%d], v) end"

-- Methods first: what they change in a field beside them is then seen at once.
local function order_of(g)
  local order = {}
  for op = METHOD, FIELD do
    for n = 1, g.n do
      if g.op[n] == op then order[#order + 1] = n end
    end
  end
  return order
end
H.order_of = order_of

local function line_of(g, n)
  local key, op = g.key[n], g.op[n]
  local test = format(TEST, n, n, n, n)
  if op == FUNCTION then return format("v = g.key[%d](b)", n) .. test end
  local name = type(key) == "number" and tostring(key) or format("%q", key)
  if op == FIELD then return "v = b[" .. name .. "]" .. test end
  return format("f = b[%s] if f then v = f(b) else v = missing(b, %s) end", name, name) .. test
end

-- The function for a group, or nil where a loop is better.
function H.shape_of(g)
  if g.n > MOST_SLOTS then return nil end
  local parts = {}
  for n = 1, g.n do
    local key, op = g.key[n], g.op[n]
    parts[n] = op .. (op == FUNCTION and "" or type(key) == "number" and "#" .. key or key)
  end
  local signature = concat(parts, ",")
  local shape = shapes[signature]
  if shape then return shape end
  if count >= MOST_SHAPES then return nil end
  count = count + 1
  local order = order_of(g)
  -- The header is on the line of the first variable.
  local lines = {}
  for m = 1, #order do lines[m] = line_of(g, order[m]) end
  local code = "local settle, ids, missing = ... return function(b, last, g) local v, f "
    .. concat(lines, "\n") .. "\nend"
  shape = loadstring(code, "=[shape]")(H.settle, H.object_ids, H.missing_method)
  shapes[signature] = shape
  return shape
end
