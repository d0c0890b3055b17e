-- The session table. It is an ordinary table: apps may wrap its methods.
local H, host = ...

local type, error, tostring, tonumber, remove = type, error, tostring, tonumber, table.remove

-- What variable 1 shows; mcp.lua fills it.
H.root = {}

local session = { reloading = false }
H.session = session
_G.session = session

function session:getApp()
  return H.root.value
end

function session:createAppVariable(object)
  if type(object) ~= "table" then error("session:createAppVariable needs the app's object", 2) end
  H.root.value = object
  return 1
end

function session:createVariable(parent, what, props)
  return H.create_shared(parent, what, props)
end

function session:destroyVariable(id)
  H.destroy_shared(id)
end

function session:log(level, message)
  if message == nil then level, message = "info", level end
  H.log(level, message)
end

-- Attaches a note to the variable that is being computed, for the variable browser.
function diag(level, message)
  if message == nil then level, message = 1, level end
  local i = H.current_variable()
  if not i then return H.log("diag", message) end
  i.diags = i.diags or {}
  i.diags[#i.diags + 1] = tostring(message)
  if #i.diags > 20 then remove(i.diags, 1) end
end

-- Each is kept by the server, which others use, too.
local MOST_TIMERS = 1000
local timers, last_timer, waiting = {}, 0, 0
local function add_timer(fn, ms, again, name)
  if type(fn) ~= "function" then error("session:" .. name .. " needs a function", 3) end
  if waiting >= MOST_TIMERS then error("session:" .. name .. ": " .. MOST_TIMERS .. " timers are waiting; clear some", 3) end
  ms, waiting = tonumber(ms) or 0, waiting + 1
  last_timer = last_timer + 1
  timers[last_timer] = { fn = fn, again = again }
  host("timer", last_timer, ms, again)
  return last_timer
end

function session:setImmediate(fn) return add_timer(fn, 0, false, "setImmediate") end
function session:setTimeout(fn, ms) return add_timer(fn, ms, false, "setTimeout") end
function session:setInterval(fn, ms) return add_timer(fn, ms, true, "setInterval") end

local function clear(_, handle)
  if handle ~= nil and timers[handle] then
    timers[handle], waiting = nil, waiting - 1
    host("clear", handle)
  end
end
session.clearImmediate, session.clearTimeout, session.clearInterval = clear, clear, clear

function H.fire(handle)
  local timer = timers[handle]
  if not timer then return end
  if not timer.again then timers[handle], waiting = nil, waiting - 1 end
  timer.fn()
end

-- The interface of older apps.
ui = {
  registerPresenter = function(name, t) H.wrapper_types[name] = t end,
  registerWrapper = function(name, t) H.wrapper_types[name] = t end,
  log = function(level, message) session:log(level, message) end,
  json_encode = function(v) return H.encode(v) end,
  json_decode = function(s) return H.decode(s) end,
}
