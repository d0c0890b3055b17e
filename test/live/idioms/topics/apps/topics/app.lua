Topics = session:prototype("Topics", {})

function Topics:heard()
  return table.concat(topicsHeard, ", ")
end

topics = topics or Topics:new()
