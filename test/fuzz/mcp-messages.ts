import type { Random } from '../random.mjs';
import { fromSchema } from './from-schema.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { hostileObject, hostileText, hostileValue, mutateValue } from './hostile.ts';

export interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

const SLOW: ReadonlySet<string> = new Set([
  'ui_start',
  'ui_configure',
  'ui_install',
  'ui_run',
  'ui_upload_viewdef',
  'ui_audit',
  'order',
]);

const METHODS: Record<string, (random: Random, server: FuzzedServer) => Record<string, unknown>> = {
  'tools/call': (random, server) => {
    let { name, inputSchema } = random.pick(server.tools);
    // Work for other threads and for the disk: tried as well, but most of the time another one.
    if (SLOW.has(name) && random.below(10) > 0) ({ name, inputSchema } = random.pick(server.tools));
    return { name, arguments: fromSchema(random, inputSchema, server.pools) };
  },
  'tools/list': (random) => (random.below(2) ? {} : { cursor: hostileText(random) }),
  'prompts/list': () => ({}),
  'prompts/get': (random) => ({ name: hostileText(random), arguments: { a: hostileText(random) } }),
  'resources/list': () => ({}),
  'resources/templates/list': () => ({}),
  'resources/read': (random) => ({ uri: resource(random) }),
  'resources/subscribe': (random) => ({ uri: resource(random) }),
  'resources/unsubscribe': (random) => ({ uri: resource(random) }),
  'completion/complete': (random) => ({
    ref: random.pick([
      { type: 'ref/prompt', name: hostileText(random) },
      { type: 'ref/resource', uri: 'ui://{path}' },
    ]),
    argument: { name: 'path', value: hostileText(random) },
  }),
  'logging/setLevel': (random) => ({ level: random.pick(['debug', 'error', 'loud']) }),
  'server/discover': () => ({}),
  ping: () => ({}),
  'sampling/createMessage': () => ({}),
  'notifications/cancelled': (random) => ({ requestId: random.pick([0, 1, 'x', hostileValue(random)]) }),
  'notifications/progress': (random) => ({ progressToken: hostileValue(random), progress: 1 }),
  'notifications/initialized': () => ({}),
  'tasks/get': (random) => ({ taskId: hostileText(random) }),
};

const SPEAKING = Object.keys(METHODS);

/** A message that means something, or did before one thing in it was changed. */
export function nextMessage(random: Random, server: FuzzedServer, id: number | string): Message {
  return withoutWaiting(anyMessage(random, server, id));
}

function anyMessage(random: Random, server: FuzzedServer, id: number | string): Message {
  const method = random.below(3) === 0 ? 'tools/call' : random.pick(SPEAKING);
  const params = METHODS[method]?.(random, server) ?? {};
  const isNotice = method.startsWith('notifications/');
  const message: Message = { jsonrpc: '2.0', ...(isNotice ? {} : { id }), method, params };
  switch (random.below(10)) {
    case 0:
      return { ...message, params: hostileObject(random) };
    case 1:
      return { ...message, method: random.pick([hostileText(random), method.toUpperCase(), `${method}/x`]) };
    case 2:
      return { ...message, params: { ...params, _meta: hostileValue(random) } };
    case 3:
    case 4:
    case 5:
      return { ...message, params: mutateValue(random, params) };
    default:
      return message;
  }
}

/** Nobody is there to end a wait. */
function withoutWaiting(message: Message): Message {
  const params = message.params as { name?: unknown; arguments?: unknown } | null | undefined;
  if (params?.name !== 'ui_wait') return message;
  return { ...message, params: { ...params, arguments: { timeout: 0, ...(params.arguments as object) } } };
}

/** Whether an answer will come under this id. */
export function isRequest({ jsonrpc, id, method, params }: Message): boolean {
  const meta = (params as { _meta?: unknown } | null | undefined)?._meta;
  const hasMeta = meta === undefined || (meta !== null && typeof meta === 'object' && !Array.isArray(meta));
  const hasId = typeof id === 'string' || Number.isSafeInteger(id);
  const hasParams =
    params === undefined || (params !== null && typeof params === 'object' && !Array.isArray(params));
  return jsonrpc === '2.0' && hasId && typeof method === 'string' && hasParams && hasMeta;
}

function resource(random: Random): string {
  return random.pick([
    'ui://viewdefs',
    'ui://state',
    'ui://variables',
    `ui://${hostileText(random)}`,
    hostileText(random),
    'file:///etc/passwd',
  ]);
}
