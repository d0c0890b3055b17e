-- A small Markdown for chat messages: headings, lists, quotes, fences, emphasis, code, links. Everything else is text.
local H = ...

local gsub, match, gmatch, sub, find = string.gsub, string.match, string.gmatch, string.sub, string.find
local concat, tonumber, tostring = table.concat, tonumber, tostring

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }
local function escape(s) return (gsub(s, '[&<>"]', ENTITIES)) end

-- Only links that a page may follow; anything else stays text.
local function link(text, target)
  if find(target, "^https?://") or find(target, "^mailto:") or find(target, "^[/#]") then
    return '<a href="' .. target .. '">' .. text .. "</a>"
  end
  return text
end

local function inline(s)
  local codes = {}
  s = gsub(s, "`([^`]+)`", function(code)
    codes[#codes + 1] = "<code>" .. escape(code) .. "</code>"
    return "\1" .. #codes .. "\2"
  end)
  s = escape(s)
  s = gsub(s, "%[([^%]]+)%]%(([^%s)]+)%)", link)
  s = gsub(s, "%*%*(.-)%*%*", "<strong>%1</strong>")
  s = gsub(s, "%*([^*\n]+)%*", "<em>%1</em>")
  s = gsub(s, "%f[%w_]_([^_\n]+)_%f[^%w_]", "<em>%1</em>")
  return (gsub(s, "\1(%d+)\2", function(n) return codes[tonumber(n)] end))
end

function H.render_markdown(text)
  local out, paragraph, list, fence = {}, {}, nil, nil
  local function close_paragraph()
    if #paragraph > 0 then out[#out + 1] = "<p>" .. inline(concat(paragraph, "\n")) .. "</p>" end
    paragraph = {}
  end
  local function close_list()
    if list then out[#out + 1] = "</" .. list .. ">" end
    list = nil
  end
  local function item(kind, content)
    close_paragraph()
    if list ~= kind then
      close_list()
      out[#out + 1] = "<" .. kind .. ">"
      list = kind
    end
    out[#out + 1] = "<li>" .. inline(content) .. "</li>"
  end
  for line in gmatch(gsub(tostring(text), "\r\n?", "\n") .. "\n", "(.-)\n") do
    if fence then
      if match(line, "^%s*```") then
        out[#out + 1] = "<pre><code>" .. escape(concat(fence, "\n")) .. "</code></pre>"
        fence = nil
      else
        fence[#fence + 1] = line
      end
    else
      local marks, title = match(line, "^(#+)%s+(.*)$")
      local bullet, number, quoted = match(line, "^%s*[-*+]%s+(.*)$"), match(line, "^%s*%d+[.)]%s+(.*)$"), match(line, "^>%s?(.*)$")
      if match(line, "^%s*```") then
        close_paragraph()
        close_list()
        fence = {}
      elseif marks and #marks <= 6 then
        close_paragraph()
        close_list()
        out[#out + 1] = "<h" .. #marks .. ">" .. inline(title) .. "</h" .. #marks .. ">"
      elseif bullet then item("ul", bullet)
      elseif number then item("ol", number)
      elseif quoted then
        close_paragraph()
        close_list()
        out[#out + 1] = "<blockquote>" .. inline(quoted) .. "</blockquote>"
      elseif match(line, "^%s*$") then
        close_paragraph()
        close_list()
      else
        close_list()
        paragraph[#paragraph + 1] = line
      end
    end
  end
  if fence then out[#out + 1] = "<pre><code>" .. escape(concat(fence, "\n")) .. "</code></pre>" end
  close_paragraph()
  close_list()
  return concat(out, "\n")
end
