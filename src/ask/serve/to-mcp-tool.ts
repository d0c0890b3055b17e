import { defineTool, type Tool } from '../../area/tool.ts';
import type { ServedTool } from '../load/tool-folder.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import { readRoundState } from './round-state.ts';
import { type ServeCallOptions, serveCall } from './serve-call.ts';

/** An asking tool as every client sees it: one call, however many questions. */
export function toMcpTool(
  { tool, hasPlugin }: ServedTool,
  serving: () => Pick<ServeCallOptions, 'calls' | 'link'>,
): Tool {
  return defineTool({
    name: tool.name,
    title: toTitle(tool.name),
    description: tool.description,
    input: toStrict(tool.parameters),
    annotations: { readOnlyHint: false, openWorldHint: true },
    async handle(params, ctx) {
      const { calls, link } = serving();
      const round = readRoundState(ctx.input.state);
      if (round) return serveCall(round, { calls, ctx, hasPlugin, link });
      const { sessionId } = await calls.create(ctx.principal, {
        tool,
        params,
        isParsed: true,
        defer: true,
        clientSamples: ctx.client.sampling,
      });
      return serveCall({ sessionId, asked: {} }, { calls, ctx, hasPlugin, link });
    },
  });
}

/** Unknown arguments are refused by name, unless the author said what to do with them. */
function toStrict(schema: AnyMcpTool['parameters']): AnyMcpTool['parameters'] {
  return schema._zod.def.catchall === undefined ? schema.strict() : schema;
}

/** `book_flight`: Book flight */
function toTitle(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
