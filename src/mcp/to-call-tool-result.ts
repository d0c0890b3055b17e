import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Tool, ToolResult } from '../area/tool.ts';

/** A handler's result in MCP's form: text for every client, structured content if the tool declares it. */
export function toCallToolResult(tool: Tool, result: ToolResult, maxTokens: number): CallToolResult {
  const structured = result.structured === undefined ? undefined : tool.output?.parse(result.structured);
  if (tool.output && structured === undefined && !result.isError)
    throw new Error(`${tool.name} declares an output schema but returned no structured content`);
  return {
    content: toContent(result, structured).map((block) => cut(block, maxTokens)),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(result.isError ? { isError: true } : {}),
  };
}

function toContent(result: ToolResult, structured: unknown): ContentBlock[] {
  if (result.content) return result.content;
  const text = result.text ?? (structured === undefined ? '' : JSON.stringify(structured));
  const blocks = result.note === undefined ? [text] : [text, result.note];
  return blocks.map((block) => ({ type: 'text', text: block }));
}

/** A last guard against flooding the agent; areas keep their results short in better ways. */
function cut(block: ContentBlock, maxTokens: number): ContentBlock {
  if (block.type !== 'text' || block.text.length <= maxTokens * 4) return block;
  const kept = block.text.slice(0, maxTokens * 4);
  return {
    ...block,
    text: `${kept}\n… cut after ${kept.length} of ${block.text.length} characters (mcp.limits.maxResultTokens); ask for less.`,
  };
}
