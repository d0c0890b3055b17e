import { expect, test } from 'vitest';
import type { LowdefyPackages } from './app.ts';
import { describeAgentFailure, withClearAnswers } from './call-agent.ts';

const files: Record<string, unknown> = {
  'agents/helper.json': { agentId: 'helper', connectionId: 'model', properties: { model: 'm' } },
  'connections/model.json': { properties: { apiKey: { _secret: 'MODEL_KEY' } } },
};
const context = { readConfigFile: async (path: string) => files[path] ?? null };
const scrub = (text: string) => text.replaceAll('hush', '[secret]');

function ask(
  {
    secrets = { MODEL_KEY: 'hush' },
    readOnly = false,
  }: { secrets?: Record<string, string>; readOnly?: boolean },
  callAgent: () => Promise<{ response: Response }> = async () => ({ response: new Response('') }),
) {
  const api = { callAgent } as unknown as LowdefyPackages['api'];
  return withClearAnswers(api, { secrets, scrub, readOnly }).callAgent?.(context, { agentId: 'helper' });
}

test('an agent replies with a stream', async () => {
  expect(await ask({})).toMatchObject({ response: expect.any(Response) });
});

test('what cannot work is refused, with advice', async () => {
  await expect(ask({ secrets: {} })).rejects.toThrow(
    'Agent "helper" needs the secret "MODEL_KEY", which is not set. Set the environment variable LOWDEFY_SECRET_MODEL_KEY and start again.',
  );
  await expect(ask({ readOnly: true })).rejects.toThrow(/read-only/);
});

test('a failure names the agent and contains no secret', async () => {
  const failing = async () => {
    throw Object.assign(new Error('bad key hush at x.'), { _message: 'bad key hush', location: 'x' });
  };
  await expect(ask({}, failing)).rejects.toThrow('Agent "helper" failed: bad key [secret].');
});

test('a failure in the middle of a reply contains no secret either, wherever it is cut', async () => {
  const lines =
    'data: {"type":"text-delta","delta":"hush"}\n\ndata: {"type":"error","errorText":"bad key hush"}\n\n';
  const pieces = [lines.slice(0, 20), lines.slice(20, 70), lines.slice(70)];
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const answering = async () => ({ response: new Response(body) });
  const { response } = (await ask({}, answering)) ?? {};
  expect(await response?.text()).toBe(lines.replace('key hush', 'key [secret]'));
});

test('an older Lowdefy has no agents', () => {
  expect(withClearAnswers({} as LowdefyPackages['api'], { secrets: {}, scrub, readOnly: false })).toEqual({});
});

test('when an error quotes a whole conversation, only the reason is kept', () => {
  const error = new Error(
    'Type validation failed: Value: [{"id":"a","parts":[]}].\nError message: [\n {\n "message": "Message must contain at least one part"\n }\n]',
  );
  expect(describeAgentFailure('helper', error, scrub)).toBe(
    'Agent "helper" failed: Type validation failed: Message must contain at least one part.',
  );
  expect(describeAgentFailure('helper', new Error('x'.repeat(900)), scrub).length).toBeLessThan(450);
});
