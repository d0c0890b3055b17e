import { z } from 'zod';
import type { InputRequest } from '../../src/area/input-required.ts';
import { defineTool, type Tool } from '../../src/area/tool.ts';
import { acceptedForm, roots, sampledText } from './fixture-answers.ts';
import { answerTo, elicit, listRoots, sample } from './fixture-requests.ts';

const nothing = z.strictObject({});
const text = { type: 'string' } as const;
const yesOrNo = { type: 'boolean' } as const;
const askName = elicit('What is your name?', { name: text }, ['name']);
const confirm = elicit('Please confirm', { ok: yesOrNo }, ['ok']);

const elicitation = defineTool({
  name: 'test_input_required_result_elicitation',
  title: 'Input: form',
  description: 'Requires a form.',
  input: nothing,
  handle(_input, ctx) {
    const answer = answerTo(ctx, 'user_name', acceptedForm({ name: z.string() }));
    if (!answer) return { inputRequired: { requests: { user_name: askName } } };
    return { text: `Hello, ${answer.content.name}!` };
  },
});

const sampling = defineTool({
  name: 'test_input_required_result_sampling',
  title: 'Input: sampling',
  description: "Requires an answer of the client's model.",
  input: nothing,
  handle(_input, ctx) {
    const answer = answerTo(ctx, 'capital_question', sampledText);
    if (answer !== undefined) return { text: answer };
    return {
      inputRequired: { requests: { capital_question: sample('What is the capital of France?', 100) } },
    };
  },
});

const rootsTool = defineTool({
  name: 'test_input_required_result_list_roots',
  title: 'Input: roots',
  description: "Requires the client's roots.",
  input: nothing,
  handle(_input, ctx) {
    const answer = answerTo(ctx, 'client_roots', roots);
    if (answer === undefined) return { inputRequired: { requests: { client_roots: listRoots } } };
    return { text: `Roots: ${answer}` };
  },
});

const requestState = defineTool({
  name: 'test_input_required_result_request_state',
  title: 'Input: state',
  description: 'Requires a form and keeps a state meanwhile.',
  input: nothing,
  handle(_input, ctx) {
    const answer = answerTo(ctx, 'confirm', acceptedForm({ ok: z.boolean() }));
    if (!answer) return { inputRequired: { requests: { confirm }, state: 'kept' } };
    return { text: ctx.input.state === 'kept' ? 'state-ok' : 'state lost' };
  },
});

const tamperedState = defineTool({
  name: 'test_input_required_result_tampered_state',
  title: 'Input: tampered state',
  description: 'Requires a form and keeps a state that must come back unchanged.',
  input: nothing,
  handle(_input, ctx) {
    const answer = answerTo(ctx, 'confirm', acceptedForm({ ok: z.boolean() }));
    if (!answer) return { inputRequired: { requests: { confirm }, state: 'sealed' } };
    return { text: `The state came back: ${String(ctx.input.state)}` };
  },
});

const multipleInputs = defineTool({
  name: 'test_input_required_result_multiple_inputs',
  title: 'Input: several',
  description: 'Requires a form, an answer of the model and the roots, all at once.',
  input: nothing,
  handle(_input, ctx) {
    const name = answerTo(ctx, 'user_name', acceptedForm({ name: z.string() }))?.content.name;
    const greeting = answerTo(ctx, 'greeting', sampledText);
    const client_roots = answerTo(ctx, 'client_roots', roots);
    if (name !== undefined && greeting !== undefined && client_roots !== undefined)
      return { text: `${greeting} ${name} of ${client_roots}` };
    const requests = {
      user_name: askName,
      greeting: sample('Generate a greeting', 50),
      client_roots: listRoots,
    };
    return { inputRequired: { requests, state: 'waiting for all three' } };
  },
});

/** With `ask`, as the product's own tools do. */
const multiRound = defineTool({
  name: 'test_input_required_result_multi_round',
  title: 'Input: two rounds',
  description: 'Asks twice, one question after the other.',
  input: nothing,
  async handle(_input, ctx) {
    const name = z.object({ name: z.string() });
    const first = await ctx.ask('step1', { message: 'Step 1: What is your name?', schema: name });
    if (first.pending) return first.pending;
    const color = z.object({ color: z.string() });
    const second = await ctx.ask('step2', { message: 'Step 2: What is your favorite color?', schema: color });
    if (second.pending) return second.pending;
    return { text: JSON.stringify([first.answer, second.answer]) };
  },
});

const capabilities = defineTool({
  name: 'test_input_required_result_capabilities',
  title: 'Input: what the client can',
  description: 'Requires only what the client declared.',
  input: nothing,
  handle(_input, ctx) {
    if (Object.keys(ctx.input.answers).length > 0) return { text: 'Thank you.' };
    const requests: Record<string, InputRequest> = {
      ...(ctx.client.forms ? { user_name: askName } : {}),
      ...(ctx.client.sampling ? { greeting: sample('Generate a greeting', 50) } : {}),
      ...(ctx.client.roots ? { client_roots: listRoots } : {}),
    };
    return { inputRequired: { requests } };
  },
});

/** Tools that return what they require and are called again with it. */
export const fixtureInputTools: readonly Tool[] = [
  elicitation,
  sampling,
  rootsTool,
  requestState,
  tamperedState,
  multipleInputs,
  multiRound,
  capabilities,
];
