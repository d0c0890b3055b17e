topicsHeard = topicsHeard or {}

mcp:subscribe("orders", function(data)
  table.insert(topicsHeard, data.title .. " (" .. data.count .. ")")
end, { favicon = "data:," })
