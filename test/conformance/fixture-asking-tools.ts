import { z } from 'zod';
import type { Answer } from '../../src/area/question.ts';
import { defineTool, type Tool } from '../../src/area/tool.ts';
import { TandemError } from '../../src/errors.ts';
import { anyForm, sampledText } from './fixture-answers.ts';
import { answerTo, elicit, sample } from './fixture-requests.ts';

const nothing = z.strictObject({});

const elicitation = defineTool({
  name: 'test_elicitation',
  title: 'Question',
  description: 'Asks the person for a name and an email address.',
  input: z.strictObject({ message: z.string() }),
  async handle({ message }, ctx) {
    const schema = z.object({
      username: z.string().describe("User's response"),
      email: z.string().describe("User's email address"),
    });
    const { pending, answer } = await ctx.ask('person', { message, schema });
    return pending ?? { text: `User response: ${describe(answer)}` };
  },
});

const defaults = defineTool({
  name: 'test_elicitation_sep1034_defaults',
  title: 'Question with defaults',
  description: 'Asks with a default value of every primitive type.',
  input: nothing,
  async handle(_input, ctx) {
    const schema = z.object({
      name: z.string().default('John Doe'),
      age: z.int().default(30),
      score: z.number().default(95.5),
      status: z.enum(['active', 'inactive', 'pending']).default('active'),
      verified: z.boolean().default(true),
    });
    const { pending, answer } = await ctx.ask('profile', { message: 'Please check your profile', schema });
    return pending ?? completed(answer);
  },
});

const enums = defineTool({
  name: 'test_elicitation_sep1330_enums',
  title: 'Question with choices',
  description: 'Asks with every way to write a choice.',
  input: nothing,
  handle(_input, ctx) {
    const answer = answerTo(ctx, 'choices', anyForm);
    if (answer) return completed(answer);
    const options = ['option1', 'option2', 'option3'];
    const titled = (noun: string) =>
      ['First', 'Second', 'Third'].map((nth, at) => ({ const: `value${at + 1}`, title: `${nth} ${noun}` }));
    const choices = elicit('Please choose', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    });
    return { inputRequired: { requests: { choices } } };
  },
});

const sampling = defineTool({
  name: 'test_sampling',
  title: 'Sampling',
  description: "Asks the client's model.",
  input: z.strictObject({ prompt: z.string() }),
  handle({ prompt }, ctx) {
    if (!ctx.client.sampling) throw new TandemError('unsupported', 'This client offers no sampling.');
    const text = answerTo(ctx, 'completion', sampledText);
    if (text !== undefined) return { text: `LLM response: ${text}` };
    return { inputRequired: { requests: { completion: sample(prompt, 100) } } };
  },
});

/** Ignores the client's capabilities: the stack has to refuse. */
const missingCapability = defineTool({
  name: 'test_missing_capability',
  title: 'Sampling, unchecked',
  description: "Asks the client's model even if it offers none.",
  input: nothing,
  handle: () => ({ inputRequired: { requests: { completion: sample('Hello', 10) } } }),
});

const streamingElicitation = defineTool({
  name: 'test_streaming_elicitation',
  title: 'Question after progress',
  description: 'Reports progress, then asks.',
  input: nothing,
  async handle(_input, ctx) {
    await ctx.progress({ progress: 1, total: 2 });
    const schema = z.object({ ok: z.boolean() });
    const { pending, answer } = await ctx.ask('confirm', { message: 'Go on?', schema });
    return pending ?? completed(answer);
  },
});

/** Tools that ask in the middle of a call, in the way of the client's era. */
export const fixtureAskingTools: readonly Tool[] = [
  elicitation,
  defaults,
  enums,
  sampling,
  missingCapability,
  streamingElicitation,
];

function completed(answer: Answer | z.infer<typeof anyForm>): { text: string } {
  return { text: `Elicitation completed: ${describe(answer)}` };
}

function describe(answer: Answer | z.infer<typeof anyForm>): string {
  const content = 'content' in answer ? answer.content : undefined;
  return `action=${answer.action}, content=${JSON.stringify(content ?? {})}`;
}
