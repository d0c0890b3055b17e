import { createScriptedModel, type ScriptedReply, type ScriptedRequest } from '../../ask/door.ts';

type Tool = ScriptedRequest['tools'][number];

/**
 * What the chat page uses if no model is configured: a script that can start the folder's tools, so that everything
 * else can be tried without a key. It identifies itself as scripted.
 */
export function createDemoModel() {
  return createScriptedModel(reply);
}

function reply({ text, tools, isToolResult }: ScriptedRequest): ScriptedReply {
  if (isToolResult) return `The tool returned: ${shorten(text)} (I am a script, not a model.)`;
  // Without tools, the request is a sample of a tool.
  if (tools.length === 0) return `A scripted reply, without a model, to: ${shorten(text, 80)}`;
  const tool = findTool(text, tools);
  if (tool) return { tool: tool.name, input: toInput(text, tool) };
  const names = tools.map(({ name }) => name.replaceAll('_', ' ')).join(', ');
  return `I am a script, not a model: no key is configured. I can call these tools if you name one: ${names}.`;
}

/** The tool whose name has the most words in common with the person's text. */
function findTool(text: string, tools: readonly Tool[]): Tool | undefined {
  const words = new Set(text.toLowerCase().split(/[\W_]+/));
  const ranked = tools
    .map((tool) => ({ tool, hits: tool.name.split(/[_-]/).filter((word) => words.has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  return ranked[0] && ranked[0].hits > 0 ? ranked[0].tool : undefined;
}

/** Arguments as JSON, from "from X to Y", "name: value", or the schema; invented rather than missing. */
function toInput(text: string, { schema }: Tool): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
  const required = (schema.required ?? []) as string[];
  const entries = required.map((name) => [name, toValue(name, properties[name] ?? {}, text)]);
  return { ...Object.fromEntries(entries), ...jsonIn(text) };
}

function jsonIn(text: string): object {
  try {
    return JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? '{}') as object;
  } catch {
    return {};
  }
}

const WORDS_OF: Record<string, string> = { destination: 'to', dest: 'to', origin: 'from', city: 'in' };

function toValue(name: string, schema: Record<string, unknown>, text: string): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'number' || schema.type === 'integer') return Number(/\d+/.exec(text)?.[0] ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [];
  if (schema.type === 'object') return {};
  const word = WORDS_OF[name.toLowerCase()] ?? name;
  if (!/^\w+$/.test(word)) return name;
  const found = new RegExp(
    `\\b${word}\\b[:\\s]+([\\p{Lu}][\\p{L}'-]*(?:\\s[\\p{Lu}][\\p{L}'-]*)*)`,
    'u',
  ).exec(text);
  return found?.[1] ?? name;
}

function shorten(text: string, max = 400): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
