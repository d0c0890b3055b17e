mcp.presses = 0
function mcp:press() self.presses = self.presses + 1 end
