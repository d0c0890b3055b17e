-- One call from the host: do what it asks, look for changes, answer everything as one JSON text.
local H, host = ...

local type, error, tostring, ipairs, match, concat = type, error, tostring, ipairs, string.match, table.concat
local rawxpcall, expired, quote = H.rawxpcall, H.expired, H.quote
local encode, decode = H.encode, H.decode

local ops = {}

local function failure_text(message)
  local short, trace = match(message, "^(.-)\n(stack traceback:.*)$")
  short = short or message
  local where = match(short, "^([^\n:]+%.lua:%d+):") or match(short, "^(ui_run:%d+):")
  return '{"message":' .. quote(short) .. (where and ',"where":' .. quote(where) or "")
    .. (trace and ',"traceback":' .. quote(trace) or "") .. "}"
end

-- App code that may fail: its failure is part of the answer. The deadline is not: the host has to hear of it.
local function attempt(f)
  local ok, message = rawxpcall(f, H.with_trace)
  if ok then return nil end
  if expired() then error(message, 0) end
  if match(message, "not enough memory") then error(message, 0) end
  return failure_text(message)
end

local function each(problem, list)
  if problem then list[#list + 1] = problem end
end

local start_failures
function ops.start(input)
  H.root.sessionId = input.sessionId
  H.inform({ status = input.status })
  local failures = {}
  if not input.bare then
    for _, path in ipairs({ "main.lua", "lua/main.lua" }) do
      each(attempt(function() H.load_file(path, nil) H.run_mutations() end), failures)
    end
    each(attempt(function() H.load_file("lua/mcp.lua", "mcp") H.run_mutations() end), failures)
    for _, app in ipairs(input.apps) do
      each(attempt(function() H.load_file("apps/" .. app .. "/init.lua", app .. ".init") H.run_mutations() end), failures)
    end
  end
  for _, text in ipairs(failures) do
    local problem = decode(text)
    host("log", "stderr", problem.message .. "\n" .. (problem.traceback or "") .. "\n")
  end
  return '"failures":[' .. concat(failures, ",") .. "]"
end

function ops.connect(input) H.connect(input.connectionId) end
function ops.disconnect(input) H.disconnect(input.connectionId) end
function ops.receive(input) H.receive(input.connectionId, input.messages, input.seen) end
function ops.touch() end
function ops.inform(input) H.inform(input) end
function ops.refresh(input) H.refresh_type(input.type) end

-- App code that nobody waits for: its failure goes to the log, and to the agent with its next call.
local function attempt_unasked(name, f)
  local problem = attempt(f)
  if not problem then return end
  local p = decode(problem)
  host("log", "stderr", name .. ": " .. p.message .. "\n" .. (p.traceback or "") .. "\n")
  H.add_problem(name .. ": " .. p.message)
end

function ops.timer(input)
  attempt_unasked("timer", function() H.fire(input.handle) H.run_mutations() end)
end

function ops.publish(input)
  local count = H.publish(input.topic, input.data, function(fn, data)
    attempt_unasked("subscription to " .. input.topic, function() fn(data) H.run_mutations() end)
  end)
  return '"listeners":' .. count
end

local function result_text(value)
  local kind = type(value)
  if kind == "function" or kind == "userdata" or kind == "thread" then
    return '{"non-json":' .. quote(tostring(value)) .. "}"
  end
  local ok, text = H.rawpcall(encode, value)
  if ok then return H.bounded(text) end
  if expired() then error(text, 0) end
  return '{"non-json":' .. quote(tostring(value) .. ": " .. tostring(text)) .. "}"
end

function ops.run(input)
  local chunk, problem = H.loadstring(input.code, "@ui_run")
  if not chunk then chunk = H.loadstring("return " .. input.code, "@ui_run") end
  if not chunk then return '"failure":' .. failure_text(problem) end
  local text
  local failure = attempt(function()
    local value = chunk()
    H.run_mutations()
    text = result_text(value)
  end)
  if failure then return '"failure":' .. failure end
  return '"result":{"json":' .. quote(text) .. "}"
end

function ops.display(input)
  local failure = attempt(function()
    -- An app may have its own; one that is no function is none.
    local display = type(H.root.display) == "function" and H.root.display or H.display
    display(input.app)
    H.run_mutations()
  end)
  if failure then return '"failure":' .. failure end
end

function ops.reload(input)
  local done = false
  H.forgive()
  local failure = attempt(function() done = H.reload_file(input.path) end)
  return '"reloaded":' .. tostring(done) .. (failure and ',"failure":' .. failure or "")
end

function ops.state()
  return '"state":' .. H.encode_state(H.root.value)
end

function ops.methods()
  return '"methods":' .. encode(H.methods_by_type())
end

function ops.variables()
  H.measure()
  H.scan()
  return '"variables":' .. H.variables_text()
end

-- The call before this one was stopped: say so, and finish the look for changes that it did not come to.
function ops.after(input)
  H.blame(input.reason)
end

local problems = {}
local MOST_PROBLEMS = 20

function H.add_problem(text)
  if #problems < MOST_PROBLEMS then problems[#problems + 1] = quote(text) end
end

function H.flush_problems()
  if #problems == 0 then return "" end
  local text = ',"problems":[' .. concat(problems, ",") .. "]"
  problems = {}
  return text
end

local QUIET = { state = true, variables = true, methods = true }

H[1] = function(op)
  local extra = ops[op](host("input"))
  -- Without a page nobody would read it.
  if H.connection_count() > 0 and not QUIET[op] then H.scan() end
  local all = { '{"pushes":' }
  H.flush(all)
  all[#all + 1] = ',"events":'
  all[#all + 1] = H.flush_events()
  all[#all + 1] = H.flush_problems()
  if extra then all[#all + 1] = "," .. extra end
  all[#all + 1] = "}"
  return concat(all)
end

H.root.value = nil
H.start_connections()
