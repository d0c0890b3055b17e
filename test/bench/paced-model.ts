import type { LanguageModel } from 'ai';

type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
type Part = Awaited<ReturnType<Model['doStream']>> extends { stream: ReadableStream<infer P> } ? P : never;

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
/** With a pause, this many tokens are sent between two of them. */
const BURST = 25;

/** A model that sends this many tokens, as fast as they are read or with occasional pauses. */
export function createPacedModel(tokens: number, pause?: () => Promise<void>): Model {
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'paced',
    supportedUrls: {},
    doGenerate: async () => {
      throw new Error('only streams');
    },
    async doStream() {
      let said = -1;
      const stream = new ReadableStream<Part>({
        async pull(controller) {
          if (said < 0) {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            controller.enqueue({ type: 'text-start', id: '0' });
            said = 0;
          } else if (said < tokens) {
            if (pause && said % BURST === 0) await pause();
            controller.enqueue({ type: 'text-delta', id: '0', delta: `token${said++} ` });
          } else {
            controller.enqueue({ type: 'text-end', id: '0' });
            controller.enqueue({
              type: 'finish',
              finishReason: { unified: 'stop', raw: undefined },
              usage: USAGE,
            });
            controller.close();
          }
        },
      });
      return { stream };
    },
  };
}
