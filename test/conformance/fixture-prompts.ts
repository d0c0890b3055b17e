import { z } from 'zod';
import type { Prompt, PromptMessage } from '../../src/area/area.ts';
import { acceptedForm } from './fixture-answers.ts';
import { answerTo, elicit } from './fixture-requests.ts';
import { PNG } from './fixture-samples.ts';

const say = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } });

export const fixturePrompts: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'A prompt without arguments.',
    get: () => [say('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt of two arguments.',
    arguments: z.strictObject({
      arg1: z.string().describe('First test argument'),
      arg2: z.string().describe('Second test argument'),
    }),
    get: ({ arg1, arg2 }) => [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    complete: { arg1: (value) => ['paris', 'park', 'party'].filter((word) => word.startsWith(value)) },
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that embeds a resource.',
    arguments: z.strictObject({ resourceUri: z.string().describe('URI of the resource to embed') }),
    get: ({ resourceUri }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: {
            uri: String(resourceUri),
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
      },
      say('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'A prompt with an image.',
    get: () => [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      say('Please analyze the image above.'),
    ],
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'A prompt that requires a form first.',
    get(_args, ctx) {
      const answer = answerTo(ctx, 'user_context', acceptedForm({ context: z.string() }));
      if (answer) return [say(`Use this context: ${answer.content.context}`)];
      const user_context = elicit('What context should the prompt use?', { context: { type: 'string' } }, [
        'context',
      ]);
      return { inputRequired: { requests: { user_context } } };
    },
  },
];
