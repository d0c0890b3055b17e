import { readFileSync } from 'node:fs';

/** The chunks of the prelude, in the order of their dependencies. */
const CHUNKS = [
  'prelude/sandbox.lua',
  'prelude/json.lua',
  'prelude/session.lua',
  'prelude/prototypes.lua',
  'prelude/mutations.lua',
  'prelude/modules.lua',
  'prelude/io.lua',
  'prelude/http.lua',
  'prelude/markdown.lua',
  'prelude/mcp.lua',
  '../variables/paths.lua',
  '../variables/values.lua',
  '../variables/outbox.lua',
  '../variables/settle.lua',
  '../variables/specs.lua',
  '../variables/shapes.lua',
  '../variables/tracker.lua',
  '../variables/wrappers.lua',
  '../variables/messages.lua',
  '../variables/inspect.lua',
  'prelude/dispatch.lua',
];

/** Name and source of each chunk. The sources are next to this file, in `src` as in `dist`. */
export function readPrelude(): { name: string; source: string }[] {
  return CHUNKS.map((path) => ({
    // In brackets, so that tracebacks of app code can leave out our own lines.
    name: `=[${path.replace(/^.*\/|\.lua$/g, '')}]`,
    source: readFileSync(new URL(path, import.meta.url), 'utf8'),
  }));
}
