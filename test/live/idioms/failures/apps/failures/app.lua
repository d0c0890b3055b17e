Failures = session:prototype("Failures", { name = "Ada", count = 0 })

function Failures:press()
  self.count = self.count + 1
  error("The printer is out of paper", 0)
end

-- Read and written: `rename()?access=rw`.
function Failures:rename(...)
  if select("#", ...) == 0 then return self.name end
  error("A name cannot be changed", 0)
end

function Failures:later()
  session:setTimeout(function() error("Too late", 0) end, 0)
end

failures = failures or Failures:new()
