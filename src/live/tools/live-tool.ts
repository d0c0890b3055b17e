import { z } from 'zod';
import type { CallContext } from '../../area/call-context.ts';
import { defineTool, type Tool, type ToolResult } from '../../area/tool.ts';
import type { Caller } from '../check-base-dir.ts';
import type { LiveConfig } from '../live-config.ts';
import type { LiveServer } from '../live-server.ts';
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
export function callerOf({ dir, config }: LiveTools, { transport }: Pick<CallContext, 'transport'>): Caller {
  return { dir, allow: config.allow, anywhere: transport === 'stdio' };
}

interface LiveTool<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<Tool<Input, Output>, 'handle'> {
  /** Only for callers who may build; others get an error. */
  builds?: boolean;
  /** Needs a running server, which is started first if the configuration says so. */
  needsServer?: boolean;
  handle(input: z.output<Input>, ctx: CallContext): Promise<ToolResult<z.input<Output>>>;
}

export const liveSessionIdInput = {
  sessionId: z.string().min(1).max(100).optional().describe('Default "1"; "new" creates another'),
};

/** A tool with the common life cycle: who may call, autostart, and the fixed messages when called out of order. */
export function defineLiveTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { builds, needsServer, handle, ...tool }: LiveTool<Input, Output>,
  { server, config }: LiveTools,
): Tool {
  return defineTool<Input, Output>({
    ...tool,
    async handle(input, ctx) {
      if (builds) checkMayBuild(tool.name, ctx.principal, config.users);
      try {
        if (needsServer) await server.ready(ctx.principal);
        if (needsServer) server.running();
        return await handle(input, ctx);
      } catch (error) {
        if (!(error instanceof OutOfOrder)) throw error;
        return { text: error.message, note: error.next, isError: true };
      }
    },
  });
}

/** What happened since the last result, as the note of this one. */
export function withNotices<T extends ToolResult>(result: T, notices: readonly string[]): T {
  const note = [result.note, ...notices].filter((text) => text !== undefined).join('\n');
  return note === '' ? result : { ...result, note };
}
