Row = session:prototype("Row", { name = "", note = "" })
Rows = session:prototype("Rows", { items = EMPTY })

function Rows:new(instance)
  instance = session:create(Rows, instance)
  instance.items = {}
  for n = 1, 60 do instance.items[n] = Row:new({ name = "row " .. n }) end
  return instance
end

function Rows:addFirst()
  table.insert(self.items, 1, Row:new({ name = "new" }))
end

function Rows:lastFirst()
  table.insert(self.items, 1, table.remove(self.items))
end

function Rows:otherFolder()
  self.items = {}
  for n = 1, 3 do self.items[n] = Row:new({ name = "other " .. n }) end
end

-- New objects at every call: there is nothing to tell them by but their places.
function Rows:summaries()
  local made = {}
  for n = 1, 3 do made[n] = Row:new({ name = #self.items .. " rows, part " .. n }) end
  return made
end

rows = rows or Rows:new()
