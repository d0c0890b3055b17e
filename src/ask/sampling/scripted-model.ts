import type { LanguageModel } from 'ai';

type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
type Options = Parameters<Model['doGenerate']>[0];
type Result = Awaited<ReturnType<Model['doGenerate']>>;

/** What a scripted model says next: text, or a call of a tool. */
export type ScriptedReply = string | { tool: string; input: Record<string, unknown> };

export type Script = readonly ScriptedReply[] | ((request: { text: string; turn: number }) => ScriptedReply);

/**
 * Not a model: it says what it was told to say. For tests and demonstrations that must run without a key and the
 * same every time. Every answer carries the name `scripted (no model)`, so that nobody takes it for one.
 */
export function createScriptedModel(script: Script): Model & { prompts: Options['prompt'][] } {
  const prompts: Options['prompt'][] = [];
  const next = ({ prompt }: Options): Result => {
    const turn = prompts.push(prompt) - 1;
    const reply = typeof script === 'function' ? script({ text: lastText(prompt), turn }) : script[turn];
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
              { type: 'text-delta', id: '0', delta: part.text },
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

const SCRIPTED = 'scripted (no model)';

function lastText(prompt: Options['prompt']): string {
  const last = prompt.at(-1);
  if (!last) return '';
  if (typeof last.content === 'string') return last.content;
  return last.content.map((part) => ('text' in part ? part.text : '')).join('');
}

function toResult(reply: ScriptedReply, turn: number): Result {
  const isText = typeof reply === 'string';
  return {
    content: [
      isText
        ? { type: 'text', text: reply }
        : {
            type: 'tool-call',
            toolCallId: `scripted_${turn}`,
            toolName: reply.tool,
            input: JSON.stringify(reply.input),
          },
    ],
    finishReason: { unified: isText ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    response: { modelId: SCRIPTED },
    warnings: [],
  };
}
