import type { ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { CallContext, ClientAbilities } from '../area/call-context.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { linkAbort } from '../lib/link-abort.ts';
import type { McpServices } from './mcp-services.ts';
import { msLeftOf } from './patience.ts';
import type { Round } from './round.ts';

const UNNAMED = 'unknown';
const MAX_AGENT_NAME = 60;

/** One client's connection, or one request where the era has no connections. */
export interface McpConnection {
  transport: 'stdio' | 'http';
  era: 'legacy' | 'modern';
  /** Who is at the other end of stdio; on HTTP every request brings its own. */
  principal?: Principal;
  /** What the client said of itself at the handshake; newer clients say it in every request. */
  handshake(): { capabilities?: Record<string, unknown>; info?: { name: string; version: string } };
}

export function principalOf(sdk: ServerContext, connection: McpConnection): Principal {
  const principal = (sdk.http?.authInfo?.extra?.principal as Principal | undefined) ?? connection.principal;
  if (!principal) throw new TandemError('unauthorized', 'This call came without a principal.');
  return principal;
}

interface Called {
  name: string;
  state?: unknown;
  /** Only tools have rounds. */
  round?: Round;
}

/** Work on a call. Its signal fires when the client takes the call back, and when the program cannot wait any longer. */
export async function inCallContext<T>(
  sdk: ServerContext,
  call: Called,
  connection: McpConnection,
  services: McpServices,
  work: (ctx: CallContext) => Promise<T> | T,
): Promise<T> {
  const { cancelled } = services.work;
  const { signal, unlink } = linkAbort(sdk.mcpReq.signal, cancelled);
  try {
    return await work(toCallContext(sdk, call, connection, services, signal));
  } catch (error) {
    // However a handler ends when it is aborted, its caller gets the reason.
    throw cancelled.aborted && !(error instanceof TandemError) ? cancelled.reason : error;
  } finally {
    unlink();
  }
}

function toCallContext(
  sdk: ServerContext,
  call: Called,
  connection: McpConnection,
  services: McpServices,
  signal: AbortSignal,
): CallContext {
  const who = principalOf(sdk, connection);
  const {
    startedAt = performance.now(),
    answers = sdk.mcpReq.inputResponses ?? {},
    mayAsk = true,
  } = call.round ?? {};
  const able = abilitiesOf(sdk, connection);
  const principal = withAgentName(who, able.name);
  const client = mayAsk ? able : { ...able, forms: false, urls: false, sampling: false };
  const progressToken = sdk.mcpReq._meta?.progressToken;
  const shown = <T>(data: T): T => (principal.local ? data : services.places.data(data));
  return {
    principal,
    transport: connection.transport,
    client,
    era: connection.era,
    wantsProgress: progressToken !== undefined,
    msLeft: () => msLeftOf(sdk, startedAt),
    signal,
    sessions: services.sessions,
    notify: services.hub,
    async progress(update) {
      if (progressToken === undefined) return;
      await sdk.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, ...shown(update) },
      });
    },
    log: (severity, data) => sdk.mcpReq.log(severity, shown(data)),
    input: { answers, state: call.state },
    async ask() {
      throw new TandemError('unsupported', `${call.name} cannot ask with ctx.ask: only tools can.`);
    },
    async resumeCall() {
      throw new TandemError('unsupported', `${call.name} cannot resume a call: only tools can.`);
    },
    releaseStream: () => sdk.http?.closeSSE?.(),
  };
}

/** Agents of one user are told apart by what their clients call themselves, unless their keys have names. */
function withAgentName(principal: Principal, client: string): Principal {
  const isNamed = principal.local || principal.agent !== undefined || client === UNNAMED;
  return isNamed ? principal : { ...principal, agent: client.slice(0, MAX_AGENT_NAME) };
}

function abilitiesOf(sdk: ServerContext, connection: McpConnection): ClientAbilities {
  const envelope = (sdk.mcpReq.envelope ?? {}) as Record<string, unknown>;
  const said = connection.handshake();
  const capabilities = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? said.capabilities ?? {}) as Record<
    string,
    unknown
  >;
  const info = (envelope[CLIENT_INFO_META_KEY] ?? said.info ?? {}) as { name?: string; version?: string };
  const elicitation = capabilities.elicitation as Record<string, unknown> | undefined;
  return {
    name: info.name ?? UNNAMED,
    version: info.version ?? '',
    // An empty object is how clients older than the modes say that they show forms.
    forms: elicitation !== undefined && ('form' in elicitation || !('url' in elicitation)),
    urls: elicitation !== undefined && 'url' in elicitation,
    sampling: capabilities.sampling !== undefined,
    roots: capabilities.roots !== undefined,
  };
}
