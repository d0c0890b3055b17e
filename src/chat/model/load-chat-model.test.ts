import { expect, test } from 'vitest';
import { createScriptedModel } from '../../ask/sampling/scripted-model.ts';
import { createLogger } from '../../lib/logger.ts';
import { type ChatModelOptions, loadChatModel } from './load-chat-model.ts';

async function load(env: Record<string, string>, options: Partial<ChatModelOptions> = {}) {
  let logged = '';
  const log = createLogger('warn', (line) => {
    logged += line;
  });
  const model = await loadChatModel({
    configured: async () => undefined,
    env,
    log,
    load: async () => undefined,
    ...options,
  });
  return { name: typeof model === 'string' ? model : model.modelId, logged };
}

test('the folder’s own model comes first, then the one with a key', async () => {
  const own = { ...createScriptedModel(['x']), modelId: 'own' };
  const asked: string[] = [];
  const provider = {
    load: async (name: string) => {
      asked.push(name);
      return { anthropic: (id: string) => ({ modelId: id }) };
    },
  };
  const env = { ANTHROPIC_API_KEY: 'k' };
  expect((await load(env, { ...provider, configured: async () => own })).name).toBe('own');
  expect(asked).toEqual([]);
  expect((await load(env, provider)).name).toContain('claude');
  expect(asked).toEqual(['@ai-sdk/anthropic']);
  expect((await load({ AI_GATEWAY_API_KEY: 'k' })).name).toMatch(/\//);
});

test('without a key it is a script, and a key without its package is reported', async () => {
  expect(await load({})).toEqual({ name: 'scripted (no model)', logged: '' });
  const { name, logged } = await load({ OPENAI_API_KEY: 'k' });
  expect(name).toBe('scripted (no model)');
  expect(logged).toContain('npm install @ai-sdk/openai');
});
