-- Kanban: cards in three columns. Saved files are reloaded at once; what must last is in data/kanban.json.
local FILE = "data/kanban.json"
local COLUMNS = { "To do", "Doing", "Done" }

Card = session:prototype("Card", { title = "", column = 1 })

function Card:new(instance) return session:create(Card, instance) end
function Card:atStart() return self.column == 1 end
function Card:atEnd() return self.column == #COLUMNS end
function Card:back() kanban:move(self, self.column - 1) end
function Card:forward() kanban:move(self, self.column + 1) end
function Card:remove() kanban:remove(self) end

Column = session:prototype("Column", { number = 1 })

function Column:new(instance) return session:create(Column, instance) end
function Column:title() return COLUMNS[self.number] .. " (" .. #self:cards() .. ")" end

function Column:cards()
  local found = {}
  for _, card in ipairs(kanban.cards) do
    if card.column == self.number then table.insert(found, card) end
  end
  return found
end

Kanban = session:prototype("Kanban", { cards = EMPTY, columns = EMPTY, newTitle = "" })

function Kanban:new(instance)
  instance = session:create(Kanban, instance)
  instance.columns, instance.cards = {}, {}
  for number in ipairs(COLUMNS) do table.insert(instance.columns, Column:new({ number = number })) end
  for _, record in ipairs(instance:stored()) do table.insert(instance.cards, Card:new(record)) end
  return instance
end

-- What the person types and adds.
function Kanban:addTyped()
  local title = (self.newTitle or ""):match("^%s*(.-)%s*$")
  if title == "" then return end
  self.newTitle = ""
  self:add(title)
  mcp.pushState({ app = "kanban", event = "added", card = title })
end

-- @api add a card to "To do"; the person sees it at once
function Kanban:add(title)
  table.insert(self.cards, Card:new({ title = title }))
  self:store()
end

-- @api move a card to a column: 1 to do, 2 doing, 3 done
function Kanban:move(card, column)
  card.column = math.max(1, math.min(#COLUMNS, column))
  self:store()
  mcp.pushState({ app = "kanban", event = "moved", card = card.title, column = COLUMNS[card.column] })
end

-- @api the first card with this title
function Kanban:find(title)
  for _, card in ipairs(self.cards) do
    if card.title == title then return card end
  end
end

function Kanban:remove(card)
  for index, other in ipairs(self.cards) do
    if rawequal(other, card) then table.remove(self.cards, index) end
  end
  self:store()
  mcp.pushState({ app = "kanban", event = "removed", card = card.title })
end

function Kanban:stored()
  local file = io.open(FILE)
  if not file then
    return { { title = "Connect an agent", column = 2 }, { title = "Ask it to add a card", column = 1 } }
  end
  local records = json.decode(file:read("*a"))
  file:close()
  return records
end

function Kanban:store()
  local records = {}
  for index, card in ipairs(self.cards) do records[index] = { title = card.title, column = card.column } end
  local file = assert(io.open(FILE, "w"))
  file:write(json.encode(records), "\n")
  file:close()
end

kanban = kanban or Kanban:new()
