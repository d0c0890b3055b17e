Shell = session:prototype("Shell", { isOpen = false, told = "" })

function Shell:toggle()
  self.isOpen = not self.isOpen
end

-- What an app learns about the server it runs on.
function Shell:where()
  local status = mcp:status()
  return status.base_dir .. " " .. status.url .. " " .. status.mcp_port .. " " .. status.version
end

shell = shell or Shell:new()
