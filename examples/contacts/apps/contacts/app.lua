-- Contacts: people and companies in one list, found as you type, edited where they stand.

-- What people and companies have in common. A draft is a copy that is being edited: cancelling changes nothing.
Entry = session:prototype("Entry", {
  name = "",
  draft = EMPTY,
  original = EMPTY,
  tried = false,
})

function Entry:isEditing() return self.draft ~= nil end
function Entry:edit() self.draft = self:copy() end
function Entry:remove() contacts:drop(self) end

-- The methods of a draft.
function Entry:cancel() contacts:stopEditing(self) end
function Entry:save() contacts:accept(self) end

function Entry:nameProblem()
  if (self.name or ""):match("%S") then return "" end
  return "Enter a name."
end

-- Messages stay away until the person has tried to save.
function Entry:nameMessage() return self.tried and self:nameProblem() or "" end

Person = session:prototype("Person", { email = "", phone = "" }, Entry)

function Person:new(instance) return session:create(Person, instance) end

function Person:copy()
  return PersonDraft:new({ name = self.name, email = self.email, phone = self.phone, original = self })
end

function Person:take(draft) self.name, self.email, self.phone = draft.name, draft.email, draft.phone end
function Person:words() return self.name .. " " .. self.email .. " " .. self.phone end
function Person:record() return { kind = "person", name = self.name, email = self.email, phone = self.phone } end
function Person:link() return self.email ~= "" and "mailto:" .. self.email or nil end

PersonDraft = session:prototype("PersonDraft", { email = "", phone = "" }, Entry)

function PersonDraft:new(instance) return session:create(PersonDraft, instance) end

function PersonDraft:emailProblem()
  local email = self.email or ""
  if email == "" or email:match("^[^%s@]+@[^%s@]+%.[^%s@]+$") then return "" end
  return "This is not an e-mail address."
end

function PersonDraft:emailMessage() return self.tried and self:emailProblem() or "" end
function PersonDraft:isGood() return self:nameProblem() == "" and self:emailProblem() == "" end

Company = session:prototype("Company", { city = "" }, Entry)

function Company:new(instance) return session:create(Company, instance) end
function Company:copy() return CompanyDraft:new({ name = self.name, city = self.city, original = self }) end
function Company:take(draft) self.name, self.city = draft.name, draft.city end
function Company:words() return self.name .. " " .. self.city end
function Company:record() return { kind = "company", name = self.name, city = self.city } end

CompanyDraft = session:prototype("CompanyDraft", { city = "" }, Entry)

function CompanyDraft:new(instance) return session:create(CompanyDraft, instance) end
function CompanyDraft:isGood() return self:nameProblem() == "" end

-- The app.
local FILE = "data/contacts.json"

ContactsApp = session:prototype("ContactsApp", {
  query = "",
  entries = EMPTY,
  added = EMPTY,
})

function ContactsApp:new(instance)
  instance = session:create(ContactsApp, instance)
  instance.entries = {}
  for _, record in ipairs(instance:stored()) do
    table.insert(instance.entries, record.kind == "company" and Company:new(record) or Person:new(record))
  end
  return instance
end

function ContactsApp:found()
  local query, found = (self.query or ""):lower(), {}
  for _, entry in ipairs(self.entries) do
    if entry:words():lower():find(query, 1, true) then table.insert(found, entry) end
  end
  table.sort(found, function(a, b) return a.name:lower() < b.name:lower() end)
  return found
end

function ContactsApp:summary()
  local shown, all = #self:found(), #self.entries
  if shown == all then return all .. (all == 1 and " contact" or " contacts") end
  return shown .. " of " .. all
end

function ContactsApp:isEmpty() return #self:found() == 0 end
function ContactsApp:hasEntries() return not self:isEmpty() end
function ContactsApp:addPerson() self.added = PersonDraft:new() end
function ContactsApp:addCompany() self.added = CompanyDraft:new() end

function ContactsApp:stopEditing(draft)
  if draft.original then draft.original.draft = nil else self.added = nil end
end

function ContactsApp:accept(draft)
  draft.tried = true
  if not draft:isGood() then return end
  local entry = draft.original
  if not entry then
    entry = draft.type == "CompanyDraft" and Company:new() or Person:new()
    table.insert(self.entries, entry)
  end
  entry:take(draft)
  self:stopEditing(draft)
  self:store()
  mcp.pushState({ app = "contacts", event = "saved", contact = entry:record() })
end

function ContactsApp:drop(entry)
  for index, other in ipairs(self.entries) do
    if rawequal(other, entry) then table.remove(self.entries, index) end
  end
  self:store()
  mcp.pushState({ app = "contacts", event = "removed", name = entry.name })
end

-- @api what an agent adds, the person sees at once
function ContactsApp:add(record)
  table.insert(self.entries, record.kind == "company" and Company:new(record) or Person:new(record))
  self:store()
end

-- In a file, since what is only in memory is gone when the server restarts.
function ContactsApp:stored()
  local file = io.open(FILE)
  if not file then return require("contacts.seed") end
  local records = json.decode(file:read("*a"))
  file:close()
  return records
end

function ContactsApp:store()
  local records = {}
  for index, entry in ipairs(self.entries) do records[index] = entry:record() end
  local file = assert(io.open(FILE, "w"))
  file:write(json.encode(records), "\n")
  file:close()
end

contacts = contacts or ContactsApp:new()
