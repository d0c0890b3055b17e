import { join } from 'node:path';
import { callSessions } from '../../../dist/ask/calls/call-sessions.js';
import { Calls } from '../../../dist/ask/calls/calls.js';
import { ToolFolder } from '../../../dist/ask/load/tool-folder.js';
import { createLogger } from '../../../dist/lib/logger.js';
import { defaultLimits } from '../../../dist/session/limits.js';
import { Sessions } from '../../../dist/session/sessions.js';
import { createFileStore } from '../../../dist/stores/file/file-store.js';

/* `node hold-call.mjs DIR TOOL PARAMS`: begins a call and works on it until it is killed. */

const [dir, name, params] = process.argv.slice(2);
const log = createLogger('error');
const store = createFileStore({ root: join(dir, '.tandem/sessions'), log });
const sessions = new Sessions({ store, limits: defaultLimits, kinds: [callSessions], log });
const folder = new ToolFolder({ dir: join(dir, 'tools'), log });
await folder.refresh();
const { tool } = folder.tools.find((one) => one.tool.name === name);
const calls = new Calls({ sessions, log, tool: async () => tool });
await calls.create({ userId: 'local', kind: 'agent', name: 'x' }, { tool, params: JSON.parse(params) });
setInterval(() => {}, 1000);
