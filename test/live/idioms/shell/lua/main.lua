-- Existing apps have their main file here.
startedBy = "lua/main.lua"
