import { defineTool, type Tool } from '../../area/tool.ts';
import type { ServedTool } from '../load/tool-folder.ts';
import { takeAgain, withAgain } from '../tool/again.ts';
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
    input: withAgain(toStrict(tool.parameters)),
    annotations: { readOnlyHint: false, openWorldHint: true },
    async handle(input, ctx) {
      const { params, again } = takeAgain(tool, input);
      const { calls, link } = serving();
      const round = readRoundState(ctx.input.state);
      if (round) return serveCall(round, { calls, ctx, hasPlugin, link });
      const { sessionId, createdAt, open, joined } = await calls.create(ctx.principal, {
        tool,
        params,
        client: ctx.client.name,
        again,
        isParsed: true,
        defer: true,
        clientSamples: ctx.client.sampling,
      });
      if (!joined) return serveCall({ sessionId, asked: {} }, { calls, ctx, hasPlugin, link });
      // The person has already been asked, and may be answering: not in a second form.
      const client = open.length > 0 ? { ...ctx.client, forms: false, urls: false } : ctx.client;
      return serveCall(
        { sessionId, asked: {}, joinedAt: createdAt },
        { calls, ctx: { ...ctx, client }, hasPlugin, link },
      );
    },
  });
}

/** Unknown arguments are refused by name, unless the author specified otherwise. */
function toStrict(schema: AnyMcpTool['parameters']): AnyMcpTool['parameters'] {
  return schema._zod.def.catchall === undefined ? schema.strict() : schema;
}

/** `book_flight`: Book flight */
function toTitle(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
