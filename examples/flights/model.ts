import { createScriptedModel } from 'tandem-mcp/ask';

/*
 * No model: a script, so that the example runs without a key. For a real one, install a provider of the AI SDK and
 * write for instance: export const model = anthropic('claude-sonnet-4-5');
 */
export const model = createScriptedModel(({ text, tools, isToolResult }) => {
  if (isToolResult) return `${toSentence(text)} (Scripted: no model was asked.)`;
  // Offered no tools, it is asked by the tool itself.
  if (tools.length === 0)
    return `Take the train from the airport; it is faster than a taxi. (Scripted answer to: ${text.slice(0, 60)}…)`;
  const trip = /\bfrom\s+(.+?)\s+to\s+([^.!?]+)/i.exec(text);
  if (trip) return { tool: 'book_flight', input: { from: trip[1], destination: trip[2]?.trim() } };
  if (/\b(?:meal|eat|hungry)\b/i.test(text))
    return { tool: 'order_meal', input: { flight: /[A-Z]{2}-\d+/.exec(text)?.[0] ?? 'your flight' } };
  return 'I am a script, not a model. Write for instance: **Book a flight from New York to Lisbon**, or: **Order a meal**.';
});

function toSentence(result: string): string {
  const ticket = /TKT-\w+/.exec(result)?.[0];
  if (result.includes('"ordered":true')) return 'Your meal is ordered.';
  return ticket
    ? `Your flight is booked: ticket ${ticket}.`
    : `No flight was booked. ${result.slice(0, 200)}`;
}
