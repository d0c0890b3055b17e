-- Everything that follows from the properties of a variable: path, access, priority, wrapper. Variables with the same
-- ones share it as their metatable, because a page has thousands of records and few different ones.
local H = ...

local type, error, tostring, tonumber, next, rawget, setmetatable = type, error, tostring, tonumber, next, rawget, setmetatable
local rawpcall, match, find, concat = H.rawpcall, string.match, string.find, table.concat
local PRIORITY, UNSENT = H.PRIORITY, H.UNSENT
local METHOD, FUNCTION, FIELD = 1, 2, 3

-- What every record has until it has its own.
local function with_defaults(spec)
  spec.watchers, spec.changes, spec.last = 1, 0, UNSENT
  spec.__index = spec
  return spec
end

-- For a variable that cannot be understood: the page can destroy it like any other, but it has no value.
local BAD = with_defaults({ prio = 2, op = FIELD, key = false, access = "none", readable = false, steps = {} })

local function is_set(value)
  return value ~= nil and value ~= "" and value ~= "false" and value ~= false
end

-- `#8`: object 8, wherever it stands. Pages ask so for the rows of a list, because these move.
local function object_in(path)
  return path and tonumber(match(path, "^#(%d+)$"))
end

local function object_spec(id, props)
  local path = props.path
  local spec = { path = path, steps = { { kind = "field", key = path } }, op = FUNCTION, access = "r", prio = 2, readable = true,
    mark = false, key = function() return H.object_of(id) end, wraps = false, inactive = false }
  return with_defaults(spec)
end

local function specify(props)
  local parsed = H.parse_path(props.path or "")
  local spec = { path = parsed.path, steps = parsed.steps, op = FIELD, key = false }
  spec.access = H.access_of(props.path or "", parsed.steps, props.access)
  spec.prio = PRIORITY[props.priority or "medium"]
  if not spec.prio then
    error({ code = "bad-property", description = "priority is high, medium or low, not " .. tostring(props.priority) }, 0)
  end
  spec.inactive = is_set(props.inactive)
  spec.muted = spec.inactive or nil
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
  return with_defaults(spec)
end

-- Properties may stand in the path, too: `name?access=rw`. Those beside it win.
local function with_query(props)
  local query = H.parse_path(props.path or "").props
  for k, v in next, query do
    if props[k] == nil then props[k] = v end
  end
  return query
end

local by_path, by_properties = {}, {}

local function make_path_spec(path)
  local props, id = { path = path }, object_in(path)
  if id then
    local spec = object_spec(id, props)
    spec.props = props
    return spec
  end
  with_query(props)
  local spec = specify(props)
  spec.props = props
  by_path[path] = spec
  return spec
end

local function make_spec(props, signature)
  local query = with_query(props)
  local spec = specify(props)
  spec.query = next(query) ~= nil and query or false
  by_properties[signature] = spec
  return spec
end

local function spec_of(props)
  local id = object_in(props.path)
  -- Not kept: there is no end to the numbers.
  if id then return object_spec(id, props) end
  local signature = concat({ props.path or "", props.access or "", props.priority or "", props.inactive or "",
    props.wrapper or "", props.create or "" }, "\1")
  local spec = by_properties[signature]
  if not spec then return make_spec(props, signature) end
  if spec.query then
    for k, v in next, spec.query do
      if props[k] == nil then props[k] = v end
    end
  end
  return spec
end

-- Give a new record its spec, from its properties as text or from its path alone. Answers what is wrong with them.
function H.specify(i, given)
  local spec, problem = nil, nil
  if type(given) == "string" then
    spec = by_path[given]
    if not spec then
      local ok, made = rawpcall(make_path_spec, given)
      if ok then spec = made else problem, i.props = made, { path = given } end
    end
  else
    i.props = given
    local ok, made = rawpcall(spec_of, given)
    if ok then spec = made else problem = made end
  end
  setmetatable(i, spec or BAD)
  if not problem then return nil end
  i.path = i.props.path
  i.error = type(problem) == "table" and problem.description or tostring(problem)
  return problem
end

-- Properties to write to: those of the spec belong to many.
function H.own_properties(i)
  local props = rawget(i, "props")
  if not props then
    props = {}
    for k, v in next, i.props do props[k] = v end
    i.props = props
  end
  return props
end

-- Its properties changed.
function H.respecify(i)
  setmetatable(i, spec_of(H.own_properties(i)))
  i.muted = (i.inactive or i.watchers == 0) or nil
end

function H.text_properties(given)
  local props = {}
  if type(given) ~= "table" then return props end
  for k, v in next, given do
    local name, wish = nil, nil
    if find(k, ":", 1, true) then name, wish = match(k, "^(.*):(%a+)$") end
    props[PRIORITY[wish or ""] and name or k] = tostring(v)
  end
  return props
end
