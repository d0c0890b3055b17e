local Names = session:prototype("Names", { items = EMPTY })
Names.Item = session:prototype("Names.Item", { title = "", isOpen = false })
local Item = Names.Item

function Item:label() return self.title end
function Item:toggle() self.isOpen = not self.isOpen end

-- Methods by names that only a run tells.
local function addFlag(prototype, field)
  prototype["no" .. field] = function(self) return self[field:lower()] == "" end
end
addFlag(Item, "Title")

function Names:new(instance)
  instance = session:create(Names, instance)
  instance.items = instance.items or { Item:new({ title = "one" }), Item:new({ title = "two" }) }
  return instance
end

names = names or Names:new()
