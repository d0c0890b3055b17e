/**
 * What other folders may use of `ask`: calls of asking tools, and what is needed to show and answer their questions.
 * Servers of library users load it through `tandem-mcp/chat`, so nothing here compiles or watches files; that is in
 * `ask-area.ts`.
 */
export type { AskArea } from './ask-area.ts';
export { callRecordOf, parseAskId, toAskId } from './calls/call-record.ts';
export { callSessions } from './calls/call-sessions.ts';
export type { QuestionState } from './calls/call-state.ts';
export { Calls } from './calls/calls.ts';
export { AnswerError } from './calls/check-answer.ts';
export type { ToolCall } from './calls/tool-call.ts';
export type { Plugin } from './plugin/make-plugin.ts';
export { stripModelContext } from './plugin/model-context.ts';
export type { ParentConversation } from './run/run-context.ts';
export { createModelSampler } from './sampling/model-sampler.ts';
export {
  createScriptedModel,
  SCRIPTED,
  type ScriptedReply,
  type ScriptedRequest,
} from './sampling/scripted-model.ts';
export { takeAgain, withAgain } from './tool/again.ts';
export type { AnyMcpTool } from './tool/mcp-tool.ts';
