-- The `mcp` table: variable 1 of every page. `value` is the app that is shown; pushState tells the agent something.
local H, host = ...

local type, error, tostring, pairs = type, error, tostring, pairs
local gsub, match, upper, concat = string.gsub, string.match, string.upper, table.concat
local insert, remove = table.insert, table.remove

MCP = {}
local facts = { pollingEvents = false, waitTime = 0, status = {} }
H.events = {}

local mcp = H.root
_G.mcp = mcp
mcp.type = "MCP"

-- Both mcp.f(x) and mcp:f(x) are in use.
local function argument(a, b)
  if a == mcp then return b end
  return a
end

function mcp.pushState(a, b)
  local event = argument(a, b)
  if type(event) ~= "table" then error("mcp.pushState needs a table, such as { app = \"contacts\", event = \"save\" }", 2) end
  H.events[#H.events + 1] = H.encode_state(event)
end

-- The talk between person and agent, as the frame around apps shows it.
local MOST_LINES = 500
mcp.chat = {}

local function chat_line(from, text)
  if type(text) ~= "string" then error("text is expected", 3) end
  if type(mcp.chat) ~= "table" then mcp.chat = {} end
  insert(mcp.chat, { from = from, text = text })
  if #mcp.chat > MOST_LINES then remove(mcp.chat, 1) end
end

-- The agent says something to the person.
function mcp.say(a, b) chat_line("agent", argument(a, b)) end

-- The person has said something to the agent.
function mcp.hear(a, b)
  local text = argument(a, b)
  chat_line("person", text)
  mcp.pushState({ event = "chat", text = text })
end

function mcp.pollingEvents() return facts.pollingEvents end
function mcp.waitTime() return facts.waitTime end
function mcp.agentIdle() return facts.agentIdle end
-- A copy, so that an app that changes it has changed nothing for the others.
function mcp.status()
  local copy = {}
  for k, v in pairs(facts.status) do copy[k] = v end
  return copy
end
function mcp.renderMarkdown(a, b) return H.render_markdown(argument(a, b)) end

-- Apps call it after they have written a theme; here every page links all of them.
function mcp.reinjectThemes() end

-- What is published under a topic over HTTP goes to `fn`. A file that runs again subscribes again: that replaces what it
-- subscribed before.
local subscriptions = {}
local MOST_SUBSCRIPTIONS = 1000

function mcp.subscribe(a, b, c)
  local topic, fn = a, b
  if a == mcp then topic, fn = b, c end
  if type(topic) ~= "string" or topic == "" then error("mcp:subscribe needs a topic, such as \"orders\"", 2) end
  if type(fn) ~= "function" then error("mcp:subscribe needs a function that gets what is published", 2) end
  local running = H.running
  for n = #subscriptions, 1, -1 do
    local by = subscriptions[n].by
    local is_from_before = running and by and by ~= running and by.file == running.file
    if subscriptions[n].topic == topic and (subscriptions[n].fn == fn or is_from_before) then remove(subscriptions, n) end
  end
  if #subscriptions >= MOST_SUBSCRIPTIONS then error("mcp:subscribe: there are " .. MOST_SUBSCRIPTIONS .. " subscriptions already", 2) end
  insert(subscriptions, { topic = topic, fn = fn, by = running })
end

-- Calls those who subscribed, through `call`, and answers how many they were.
function H.publish(topic, data, call)
  local heard = {}
  for n = 1, #subscriptions do
    if subscriptions[n].topic == topic then insert(heard, subscriptions[n].fn) end
  end
  for n = 1, #heard do call(heard[n], data) end
  return #heard
end

local function camel(name)
  return (gsub(name, "[-_](%w)", function(c) return upper(c) end))
end

function mcp.app(a, b)
  local name = argument(a, b)
  if type(name) ~= "string" or not match(name, "^[%w_-]+$") then
    error("app \"" .. tostring(name) .. "\": pass the name of a folder in apps/", 2)
  end
  local global = camel(name)
  if _G[global] == nil then
    local value = require(name)
    if _G[global] == nil and type(value) == "table" then return value end
  end
  return _G[global]
end

function mcp.display(a, b)
  local name = argument(a, b)
  local before = mcp.value
  local app = mcp.app(name)
  -- The original's guard `if not session:getApp()` creates the app itself.
  if app == nil and mcp.value ~= before then app = mcp.value end
  if type(app) ~= "table" then
    error("app \"" .. tostring(name) .. "\": its app.lua must set the global " .. camel(name) .. " to the app's object", 0)
  end
  mcp.value = app
  return app
end

H.display = mcp.display

function H.inform(given)
  for k, v in pairs(given) do facts[k] = v end
end

function H.flush_events()
  local text = "[" .. concat(H.events, ",") .. "]"
  H.events = {}
  return text
end
