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

rows = rows or Rows:new()
