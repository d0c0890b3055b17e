-- http.request and http.get through the host, which decides what may be reached.
local H, host = ...

local type, error, tostring, pairs, unpack = type, error, tostring, pairs, unpack
local match, upper, lower = string.match, string.upper, string.lower

local function answer(status, body, ...)
  -- The network failed: nil and why, as io.open has it.
  if not status then return nil, body end
  local headers, flat = {}, { ... }
  for n = 1, #flat, 2 do
    local name = lower(flat[n])
    headers[name] = headers[name] and headers[name] .. ", " .. flat[n + 1] or flat[n + 1]
  end
  return { status = status, headers = headers, body = body }
end

local function request(what)
  if type(what) == "string" then what = { url = what } end
  if type(what) ~= "table" or type(what.url) ~= "string" then
    error("http.request needs a table with a url: http.request{ url = \"https://example.org/\" }", 3)
  end
  local method, body = upper(tostring(what.method or "GET")), what.body
  if not match(method, "^%u+$") then error("http.request: \"" .. method .. "\" is not a method", 3) end
  if body ~= nil and type(body) ~= "string" then error("http.request: the body must be a string; use json.encode", 3) end
  if body ~= nil and (method == "GET" or method == "HEAD") then error("http.request: " .. method .. " cannot have a body", 3) end
  local flat = {}
  for name, value in pairs(what.headers or {}) do
    flat[#flat + 1] = tostring(name)
    flat[#flat + 1] = tostring(value)
  end
  return answer(host("http.request", what.url, method, body, unpack(flat)))
end

local http = {}
function http.request(what) return request(what) end
function http.get(url) return request(url) end
_G.http, package.loaded.http = http, http
