import { z } from 'zod';
import type { CallContext } from '../../area/call-context.ts';
import { defineTool, type Tool, type ToolResult } from '../../area/tool.ts';
import type { BaseDirCaller } from '../check-base-dir.ts';
import type { LiveConfig } from '../live-config.ts';
import type { LiveServer } from '../live-server.ts';
import type { LiveSession } from '../live-session.ts';
import { OutOfOrder } from '../out-of-order.ts';
import { checkMayBuild } from '../who-may-build.ts';

/** What the tools of live UIs share. */
export interface LiveTools {
  server: LiveServer;
  config: LiveConfig;
  /** The served folder. */
  dir: string;
}

/** A caller on this machine's stdio may name any folder; others stay inside the served folder. */
export function callerOf(
  { dir, config }: LiveTools,
  { transport }: Pick<CallContext, 'transport'>,
): BaseDirCaller {
  return { dir, allow: config.allow, anywhere: transport === 'stdio' };
}

interface LiveTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<Tool<Input, Output>, 'handle'> {
  /** Only for callers who may build; others get an error. */
  builds?: boolean;
  /** Needs a running server, which is started first if the configuration says so. */
  needsServer?: boolean;
  /** Its result has what there is to say; what happened since the last one is left for the next. */
  keepsNotices?: boolean;
  handle(input: z.output<Input>, ctx: CallContext): Promise<ToolResult<z.input<Output>>>;
}

export const liveSessionIdInput = {
  sessionId: z.string().min(1).max(100).optional().describe('Default "1"; "new" creates another'),
};

/**
 * A tool with the common life cycle: who may call, autostart, and the fixed messages when called out of order. Its
 * result also says what happened since the last one.
 */
export function defineLiveTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { builds, needsServer, keepsNotices, handle, ...tool }: LiveTool<Input, Output>,
  { server, config }: LiveTools,
): Tool {
  return defineTool<Input, Output>({
    ...tool,
    async handle(input, ctx) {
      if (builds) checkMayBuild(tool.name, ctx.principal, config.users);
      try {
        if (needsServer) await server.ready(ctx.principal);
        if (needsServer) server.running();
        notePresence(server, ctx, input);
        const result = await handle(input, ctx);
        // Those that this call has made, and those it kept waiting.
        notePresence(server, ctx, input);
        return keepsNotices ? result : withNotices(result, takeNotices(server, ctx, input));
      } catch (error) {
        if (!(error instanceof OutOfOrder)) throw error;
        return { text: error.message, note: error.next, isError: true };
      }
    },
  });
}

type Addressed = { sessionId?: unknown };

function isAddressed({ alias, sessionId }: LiveSession, input: Addressed): boolean {
  const { sessionId: asked = '1' } = input;
  return asked === alias || asked === sessionId;
}

/** People who look at what the agent works on see that it is there. */
function notePresence(server: LiveServer, { principal }: CallContext, input: Addressed): void {
  if (principal.kind !== 'agent') return;
  for (const session of server.readySessions(principal))
    if (input.sessionId === undefined || isAddressed(session, input)) session.agentCalled();
}

function takeNotices(server: LiveServer, { principal }: CallContext, input: Addressed): string[] {
  return server.readySessions(principal).flatMap((session) => {
    const of = isAddressed(session, input) ? '' : `Session "${session.alias}": `;
    return session.takeNotices().map((text) => `${of}${text}`);
  });
}

/** What happened since the last result, as the note of this one. */
function withNotices<T extends ToolResult>(result: T, notices: readonly string[]): T {
  const note = [result.note, ...notices].filter((text) => text !== undefined).join('\n');
  return note === '' ? result : { ...result, note };
}
