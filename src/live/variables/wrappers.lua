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

-- An object keeps its slot wherever it moves in the list, so that what the page has drawn for it stays with it.
local ViewList = { type = "lua.ViewList" }
ViewList.__index = ViewList
local ViewListItem = { type = "lua.ViewListItem" }
ViewListItem.__index = ViewListItem
H.ViewList = ViewList
H.wrapper_types["lua.ViewList"], H.wrapper_types["ViewList"] = ViewList, ViewList

function ViewList:new(variable)
  local list = setmetatable({ value = variable:getValue(), items = {}, selectionIndex = -1 }, ViewList)
  list._variable = variable
  list._made_anew = true
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

local function is_unchanged(values, items, n)
  if #items ~= n then return false end
  for index = 1, n do
    if not rawequal(items[index].baseItem, values[index]) then return false end
  end
  return true
end

-- The slots of objects that were there before, by their new places, and how many.
local function kept_slots(values, items, n)
  local by_object, kept, count = {}, {}, 0
  for index = #items, 1, -1 do
    local slot = items[index]
    -- Twice in the list: the first comes first.
    if type(slot.baseItem) == "table" then
      slot._next, by_object[slot.baseItem] = by_object[slot.baseItem], slot
    end
  end
  for index = 1, n do
    local slot = type(values[index]) == "table" and by_object[values[index]]
    if slot then
      kept[index], by_object[values[index]] = slot, slot._next
      count = count + 1
    end
  end
  return kept, count
end

-- Other objects have other slots. Two kinds of lists have nothing to tell items by, so place n shows item n: those of texts
-- and numbers, and those of a method that makes new objects each time it is called: of these, too, the last were all new.
function ViewList:sync()
  local values, items = self.value, self.items
  local n = type(values) == "table" and #values or 0
  if is_unchanged(values, items, n) then return end
  local slots, count = kept_slots(values, items, n)
  local by_place = count == 0 and (self._made_anew or n > 0 and type(values[1]) ~= "table")
  self._made_anew = count == 0
  for index = 1, n do
    local slot = slots[index] or by_place and items[index] or setmetatable({ list = self }, ViewListItem)
    slots[index], slot.index, slot._next = slot, index - 1, nil
    if slot.item == nil or not rawequal(slot.baseItem, values[index]) then
      slot.baseItem = values[index]
      slot.item = item_of(self, slot, values[index])
    end
  end
  for index = 1, #items > n and #items or n do items[index] = slots[index] end
end
