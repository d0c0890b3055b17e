Notes = session:prototype("Notes", { text = "", code = EMPTY, where = "", kept = "" })

-- As apps do that were written for a shell: the code is looked at, and no error is expected.
function Notes:save()
  local folder = mcp:status().base_dir .. "/storage/notes/2026"
  self.code = os.execute('mkdir -p "' .. folder .. '"')
  local file = assert(io.open(folder .. "/note.txt", "w"))
  file:write(self.text)
  file:close()
  self.kept = io.open("storage/notes/2026/note.txt"):read("*a")
end

function Notes:look()
  assert(os.mkdir("data/notes/old"))
  local pipe = io.popen("pwd")
  self.where = pipe and pipe:read() or "nowhere"
end

notes = notes or Notes:new()
