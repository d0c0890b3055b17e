import { expect, test } from 'vitest';
import { z } from 'zod';
import { makePlugin } from '../../ask/plugin/make-plugin.ts';
import { createMcpTool } from '../../ask/tool/create-mcp-tool.ts';
import type { Ask } from './ask.ts';
import { findTrace } from './find-trace.ts';

const Picker = (_props: { message: string; onRespond(value: { id: string }): void }) => null;

const tool = createMcpTool('pick')
  .description('d')
  .parameters(z.object({}))
  .elicits({
    plain: z.object({ id: z.string() }),
    changed: z.object({ id: z.string() }),
    twice: z.object({ id: z.string() }),
    broken: z.object({ id: z.string() }),
  })
  .execute(function* () {});
const { client: plugin } = makePlugin(tool)
  .onElicit({
    *plain(req, ctx) {
      return { action: 'accept', content: yield* ctx.render(Picker, { message: req.message }) };
    },
    *changed(req, ctx) {
      const { id } = yield* ctx.render(Picker, { message: req.message });
      return { action: 'accept', content: { id: `${id}!` } };
    },
    *twice(req, ctx) {
      yield* ctx.render(Picker, { message: req.message });
      return { action: 'accept', content: yield* ctx.render(Picker, { message: 'sure?' }) };
    },
    // biome-ignore lint/correctness/useYield: it breaks before it shows anything.
    *broken() {
      throw new Error('broken');
    },
  })
  .build();
const ask = (key: string, answer: Ask['answer'] = { action: 'accept', content: { id: 'A' } }): Ask => ({
  askId: 'ask_1-2',
  toolName: 'pick',
  key,
  message: 'Which?',
  schema: {},
  context: {},
  status: 'answered',
  answer,
});

test('shows an answered question as its component showed it', async () => {
  expect(await findTrace(ask('plain'), plugin)).toEqual({
    Component: Picker,
    props: { message: 'Which?', response: { id: 'A' } },
  });
});

test('shows nothing where the picture could not be true', async () => {
  for (const key of ['changed', 'twice', 'broken', 'unknown'])
    expect(await findTrace(ask(key), plugin), key).toBeUndefined();
  expect(await findTrace(ask('plain', { action: 'decline' }), plugin)).toBeUndefined();
});
