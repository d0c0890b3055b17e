-- Another file may use the same local name for something else.
local Item = session:prototype("Names.Other", {})

function Item:other() return "other" end

names.others = { Item:new() }
