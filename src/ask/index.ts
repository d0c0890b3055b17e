/**
 * What a tool's own file needs: the builder and its types. Runs anywhere, with neither Node nor React.
 * @module
 */
export { extractModelContext, stripModelContext } from './plugin/model-context.ts';
export { createScriptedModel, type Script, type ScriptedReply } from './sampling/scripted-model.ts';
export { createMcpTool } from './tool/create-mcp-tool.ts';
export type { ElicitExchange, ElicitResult, RawElicitResult } from './tool/elicit-exchange.ts';
export type { ContextOf, ElicitEntry, ElicitMap, ResponseOf } from './tool/elicits.ts';
export {
  type AnyMcpTool,
  type Handoff,
  type InferClient,
  type InferElicits,
  type InferHandoff,
  type InferParams,
  type InferResult,
  isMcpTool,
  type McpTool,
  type Requirements,
} from './tool/mcp-tool.ts';
export type { Message, MessageContent } from './tool/message.ts';
export type { Operation, StepContext } from './tool/operation.ts';
export {
  type ParsedResult,
  type SampleExchange,
  type SampleResult,
  type SampleTool,
  SampleValidationError,
  type ToolsResult,
} from './tool/sample.ts';
export type { BranchContext, BranchOptions, ToolContext } from './tool/tool-context.ts';
export type { ToolLimits } from './tool/tool-limits.ts';
