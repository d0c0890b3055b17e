-- `?wrapper=T` and `?create=T`: an object made from the value stands for it. ViewList is the wrapper that lists use.
local H = ...

local type, error, setmetatable, rawequal, pairs = type, error, setmetatable, rawequal, pairs
local gmatch = string.gmatch

-- A type by its name: a prototype, a registered wrapper, or a global, dots allowed.
local function type_named(name)
  local found = H.wrapper_types[name] or H.prototype_named(name)
  if found then return found end
  local at = _G
  for part in gmatch(name, "[^.]+") do
    if type(at) ~= "table" then return nil end
    at = at[part]
  end
  return type(at) == "table" and at or nil
end
H.type_named = type_named
H.wrapper_types = {}

local Variable = {}
Variable.__index = Variable
function Variable:getValue() return self._info.value end
function Variable:getProperty(name)
  if name == "type" then return self._info.type_name end
  return self._info.props[name]
end
function Variable:getWrapper() return self._info.wrapper end
function Variable:getID() return self._info.id end
function Variable:setProperty(name, value)
  local given = { [name] = value }
  for k, v in pairs(H.text_properties(given)) do H.own_properties(self._info)[k] = v end
  H.emit_properties(self._info, given)
end

function H.update_wrapper(i, v)
  if i.props.create and not i.props.wrapper then
    local made = type_named(i.props.create)
    if not made then error("create=" .. i.props.create .. ": there is no type of this name", 0) end
    i.wrapper = made:new(v)
    return
  end
  if i.wrapper then
    i.wrapper.value = v
    local sync = i.wrapper.sync
    if type(sync) == "function" then sync(i.wrapper) end
    return
  end
  local name = i.props.wrapper
  local made = type_named(name)
  if not made then error("wrapper=" .. name .. ": there is no type of this name", 0) end
  i.native_wrapper = made == H.ViewList
  i.wrapper = made:new(setmetatable({ _info = i }, Variable))
end

-- Positional: slot n shows item n and stays the same object, so that what the page has drawn for it stays.
local ViewList = { type = "lua.ViewList" }
ViewList.__index = ViewList
local ViewListItem = { type = "lua.ViewListItem" }
ViewListItem.__index = ViewListItem
H.ViewList = ViewList
H.wrapper_types["lua.ViewList"], H.wrapper_types["ViewList"] = ViewList, ViewList

function ViewList:new(variable)
  local list = setmetatable({ value = variable:getValue(), items = {}, selectionIndex = -1 }, ViewList)
  list._variable = variable
  list._wrapped = setmetatable({}, { __mode = "k" })
  if variable:getProperty("fallbackNamespace") == nil then variable:setProperty("fallbackNamespace", "list-item") end
  list:sync()
  return list
end

-- An item keeps its wrapper while it is in the list, wherever it moves.
local function item_of(list, slot, base_item)
  local name = list._variable:getProperty("itemWrapper") or list._variable:getProperty("item")
  if not name then return base_item end
  local made = type_named(name)
  if not made then error("itemWrapper=" .. name .. ": there is no type of this name", 0) end
  if type(base_item) ~= "table" then return made:new(slot) end
  local known = list._wrapped[base_item]
  if not known then
    known = made:new(slot)
    list._wrapped[base_item] = known
  end
  return known
end

function ViewList:sync()
  local values, items = self.value, self.items
  local n = type(values) == "table" and #values or 0
  for index = 1, n do
    local slot, base_item = items[index], values[index]
    if not slot then
      slot = setmetatable({ index = index - 1, list = self }, ViewListItem)
      items[index] = slot
      slot.baseItem = base_item
      slot.item = item_of(self, slot, base_item)
    elseif not rawequal(slot.baseItem, base_item) then
      slot.baseItem = base_item
      slot.item = item_of(self, slot, base_item)
    end
  end
  for index = #items, n + 1, -1 do items[index] = nil end
end
