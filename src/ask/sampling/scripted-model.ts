import type { LanguageModel } from 'ai';

type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
type Options = Parameters<Model['doGenerate']>[0];
type Result = Awaited<ReturnType<Model['doGenerate']>>;

type ScriptedPart = string | { tool: string; input: Record<string, unknown> };

/** What a scripted model says next: text, a tool call, or several of these at once. */
export type ScriptedReply = ScriptedPart | readonly ScriptedPart[];

export interface ScriptedRequest {
  /** Of the last message. */
  text: string;
  /** How often it was called before. */
  turn: number;
  /** The last message is a tool result. */
  isToolResult: boolean;
  /** The available tools, with the JSON schemas of their arguments. */
  tools: { name: string; description: string; schema: Record<string, unknown> }[];
}

/** The replies of a scripted model in order, or a function that finds the reply to a request. */
export type Script = readonly ScriptedReply[] | ((request: ScriptedRequest) => ScriptedReply);

/**
 * A stand-in for a model that replies as scripted, for tests and demos that run without a key and the same every time.
 * Every reply carries the name `scripted (no model)`, so that nobody mistakes it for a real one.
 *
 * @example
 * ```ts
 * import { createScriptedModel } from 'tandem-mcp/ask';
 *
 * const model = createScriptedModel([
 *   { tool: 'book_flight', input: { to: 'Paris' } },
 *   'Your flight is booked.',
 * ]);
 * ```
 */
export function createScriptedModel(script: Script): Model & { prompts: Options['prompt'][] } {
  const prompts: Options['prompt'][] = [];
  const next = (options: Options): Result => {
    const turn = prompts.push(options.prompt) - 1;
    const reply = typeof script === 'function' ? script(toRequest(options, turn)) : script[turn];
    if (reply === undefined) throw new Error(`the script of this model ends after ${turn} replies`);
    return toResult(reply, turn);
  };
  return {
    specificationVersion: 'v3',
    provider: 'tandem',
    modelId: SCRIPTED,
    supportedUrls: {},
    prompts,
    doGenerate: async (options) => next(options),
    async doStream(options) {
      const { content, ...finish } = next(options);
      const parts = content.flatMap((part): object[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: '0' },
              ...toPieces(part.text).map((delta) => ({ type: 'text-delta', id: '0', delta })),
              { type: 'text-end', id: '0' },
            ]
          : [part],
      );
      const { finishReason, usage } = finish;
      const chunks = [
        { type: 'stream-start', warnings: [] },
        ...parts,
        { type: 'finish', finishReason, usage },
      ];
      const stream = new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      });
      return { stream } as unknown as Awaited<ReturnType<Model['doStream']>>;
    },
  };
}

export const SCRIPTED = 'scripted (no model)';

function toRequest({ prompt, tools }: Options, turn: number): ScriptedRequest {
  const last = prompt.at(-1);
  return {
    text: last ? textOf(last) : '',
    turn,
    isToolResult: last?.role === 'tool',
    tools: (tools ?? []).flatMap((tool) => {
      if (tool.type !== 'function') return [];
      const { name, description = '', inputSchema } = tool;
      return [{ name, description, schema: { ...inputSchema } as Record<string, unknown> }];
    }),
  };
}

function textOf({ content }: Options['prompt'][number]): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type !== 'tool-result') return '';
      const { output } = part;
      return 'value' in output
        ? typeof output.value === 'string'
          ? output.value
          : JSON.stringify(output.value)
        : '';
    })
    .join('');
}

/** Word by word, as models stream. */
function toPieces(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function toResult(reply: ScriptedReply, turn: number): Result {
  const parts = Array.isArray(reply) ? (reply as readonly ScriptedPart[]) : [reply as ScriptedPart];
  const isText = parts.every((part) => typeof part === 'string');
  return {
    content: parts.map((part, index) =>
      typeof part === 'string'
        ? { type: 'text', text: part }
        : {
            type: 'tool-call',
            toolCallId: index === 0 ? `scripted_${turn}` : `scripted_${turn}_${index}`,
            toolName: part.tool,
            input: JSON.stringify(part.input),
          },
    ),
    finishReason: { unified: isText ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    response: { modelId: SCRIPTED },
    warnings: [],
  };
}
