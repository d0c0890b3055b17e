Ticks = session:prototype("Ticks", {
  tick = false,
  on = false,
  size = "s",
  done = false,
  asked = false,
  times = 0,
})

-- Toggles what `ui-value` of the same element shows.
function Ticks:toggle()
  self.done = not self.done
  self.times = self.times + 1
end

-- Called after the tick was written, because the view asks for it.
function Ticks:remember()
  self.asked = self.tick
end

function Ticks:reset()
  self.tick, self.on, self.size, self.done = false, false, "s", false
end

function Ticks:summary()
  return table.concat({ tostring(self.tick), tostring(self.on), self.size, tostring(self.done), tostring(self.times) }, " ")
end

ticks = ticks or Ticks:new()
