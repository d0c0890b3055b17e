import { createScriptedModel } from 'tandem-mcp/ask';

/*
 * No model: a script, so that the example runs without a key. For a real one, install a provider of the AI SDK and
 * write for instance: export const model = anthropic('claude-sonnet-4-5');
 */
export const model = createScriptedModel(
  ({ text }) =>
    `Take the train from the airport; it is faster than a taxi. (Scripted answer to: ${text.slice(0, 60)}…)`,
);
