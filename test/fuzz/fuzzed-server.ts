import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPageAccess } from '../../src/auth/page-access.ts';
import { cookieName } from '../../src/auth/page-cookie.ts';
import { type Serving, serveCli, tempFolder } from '../integration/cli/run-cli.ts';
import { openMcpCaller, resultOf } from '../integration/guards/mcp-caller.ts';
import type { Pools, Schema } from './from-schema.ts';

/** A server process with all areas, its tools, and sensible arguments for them. */
export interface FuzzedServer {
  serving: Serving;
  key: string;
  tools: { name: string; inputSchema: Schema }[];
  pools: Pools;
  /** A Cookie header of the person's pages, or of live views. */
  cookie(audience: 'page' | 'views'): string;
  sessionId: string;
  /** Throws if the process is gone, or logged something unexpected. */
  check(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const FILES = {
  'tandem.yaml': `areas: [lowdefy, live]
mcp:
  limits: { requestsPerMinute: 1000000000, maxConnectionsPerUser: 1000 }
live: { limits: { callSeconds: 0.2, memoryMb: 64 } }
`,
  'shop/lowdefy.yaml': `lowdefy: 4.0.0-rc.11
name: Shop
pages:
  - id: home
    type: Box
    blocks:
      - { id: name, type: TextInput, required: true }
      - { id: amount, type: NumberInput }
      - { id: kind, type: Selector, properties: { options: [tea, coffee] } }
      - id: rows
        type: ControlledList
        blocks: [{ id: rows.$.text, type: TextInput }]
      - id: save
        type: Button
        mcp: { confirm: true }
        events: { onClick: [{ id: set, type: SetState, params: { saved: { _state: name } } }] }
`,
  'tools/order.ts': `import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
export const order = createMcpTool('order')
  .description('Order something.')
  .parameters(z.object({ what: z.string().min(1), many: z.int().optional() }))
  .elicits({ sure: z.object({ yes: z.boolean() }) })
  .execute(function* ({ what }, ctx) {
    const { action } = yield* ctx.elicit('sure', { message: 'Sure about ' + what + '?' });
    return { action };
  });
`,
};

const LUA = [
  'return 1 + 1',
  'x = 1',
  'return',
  'error("no")',
  'error({})',
  'return session',
  'return string.rep("x", 100000)',
  'local t = {} t.t = t return t',
  'while true do end',
  'return 0/0',
  'this is not Lua',
  'mcp.pushState({ a = 1 })',
  'return session:createAppVariable({ a = {} })',
];

const VIEWS = [
  '<template><p ui-value="a"></p></template>',
  '<template>',
  '<div></div>',
  '<template><ui-view-list path="rows"></ui-view-list></template>',
];

export async function startFuzzedServer(): Promise<FuzzedServer> {
  const folder = tempFolder(FILES);
  // Nothing is opened in a browser here.
  const serving = await serveCli(folder.path, { env: { PATH: '/nowhere', DISPLAY: '' } });
  const key = serving.file('mcp-key');
  const caller = await openMcpCaller(serving.mcp, key);
  const listed = await caller.send({ id: 2, method: 'tools/list', params: {} });
  const data = listed.text.split('\n').find((line) => line.startsWith('data: {')) ?? '';
  const { tools } = (JSON.parse(data.slice('data: '.length)) as { result: Pick<FuzzedServer, 'tools'> })
    .result;
  const create = async (name: string) =>
    resultOf<{ sessionId: string }>(await caller.call('session_create', { name })).sessionId;
  const [open, closed] = [await create('open'), await create('closed')];
  await caller.call('session_close', { sessionId: closed });
  const token = serving.file('ui-token');
  return {
    serving,
    key,
    tools,
    sessionId: open,
    pools: {
      sessionId: [open, open, open, closed, '1', 'new', `${open}x`],
      pageId: ['home', 'home', 'Home', 'nowhere'],
      blockId: ['name', 'amount', 'kind', 'rows', 'rows.0.text', 'save', 'nothing'],
      event: ['onClick', 'onChange', 'onNothing'],
      method: ['pushItem', 'removeItem', 'open', 'nothing'],
      base_dir: ['.ui', 'ui', '/', '/etc', '../..', join(folder.path, 'ui'), 'shop', 'tools', '.git/hooks'],
      code: LUA,
      content: VIEWS,
      type: ['setValue', 'triggerEvent', 'callMethod', 'setState', 'Contact', 'link'],
      app: ['contacts', 'shop', '..', 'nothing'],
      askId: ['ask_1', open],
      callId: ['ask_1', open],
      // Nobody is there to end a wait.
      timeout: [0],
      waitSeconds: [0],
    },
    cookie(audience) {
      const access = createPageAccess({ secret: () => token });
      const value = access.sealCookie({ audience, subject: { t: 'local' } }, 24 * 60 * 60);
      return `${cookieName(audience, serving.ui)}=${value}`;
    },
    check() {
      const line = /^.*(?:unexpected error|internal error|UnhandledPromise|Uncaught).*(?:\n {2}.*)*/im.exec(
        serving.stderr(),
      );
      if (line) throw new Error(`the server logged: ${line[0].slice(0, 2000)}`);
      if (!existsSync(`/proc/${serving.pid}`)) throw new Error(`the server is gone: ${serving.stderr()}`);
    },
    async [Symbol.asyncDispose]() {
      await serving[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
