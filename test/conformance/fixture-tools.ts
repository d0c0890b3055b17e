import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool, type Tool } from '../../src/area/tool.ts';
import { TandemError } from '../../src/errors.ts';
import { PNG, WAV } from './fixture-samples.ts';

const nothing = z.strictObject({});

const simpleText = defineTool({
  name: 'test_simple_text',
  title: 'Simple text',
  description: 'Answers with a line of text.',
  input: nothing,
  handle: () => ({ text: 'This is a simple text response for testing.' }),
});

const image = defineTool({
  name: 'test_image_content',
  title: 'Image',
  description: 'Answers with an image.',
  input: nothing,
  handle: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
});

const audio = defineTool({
  name: 'test_audio_content',
  title: 'Audio',
  description: 'Answers with a sound.',
  input: nothing,
  handle: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
});

const embeddedResource = defineTool({
  name: 'test_embedded_resource',
  title: 'Embedded resource',
  description: 'Answers with a resource.',
  input: nothing,
  handle: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
});

const mixedContent = defineTool({
  name: 'test_multiple_content_types',
  title: 'Mixed content',
  description: 'Answers with text, an image and a resource.',
  input: nothing,
  handle: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }),
});

const failing = defineTool({
  name: 'test_error_handling',
  title: 'Failing',
  description: 'Always fails.',
  input: nothing,
  handle() {
    throw new TandemError('unsupported', 'This tool intentionally returns an error for testing');
  },
});

const withLogging = defineTool({
  name: 'test_tool_with_logging',
  title: 'Logging',
  description: 'Sends three log lines while it runs.',
  input: nothing,
  async handle(_input, ctx) {
    await ctx.log('info', 'Tool execution started');
    await wait(50);
    await ctx.log('info', 'Tool processing data');
    await wait(50);
    await ctx.log('info', 'Tool execution completed');
    return { text: 'Three log lines were sent.' };
  },
});

/** Called by a client that wants no log lines: the stack must hold them back. */
const logging = defineTool({
  name: 'test_logging_tool',
  title: 'Logging for nobody',
  description: 'Sends log lines at every level.',
  input: nothing,
  async handle(_input, ctx) {
    for (const severity of ['debug', 'info', 'warning', 'error'] as const)
      await ctx.log(severity, `A line at level ${severity}`);
    return { text: 'Log lines were sent.' };
  },
});

const withProgress = defineTool({
  name: 'test_tool_with_progress',
  title: 'Progress',
  description: 'Reports its progress.',
  input: nothing,
  async handle(_input, ctx) {
    await ctx.progress({ progress: 0, total: 100 });
    await wait(50);
    await ctx.progress({ progress: 50, total: 100 });
    await wait(50);
    await ctx.progress({ progress: 100, total: 100 });
    return { text: 'Progress was reported.' };
  },
});

const reconnection = defineTool({
  name: 'test_reconnection',
  title: 'Reconnection',
  description: 'Closes the stream before it answers; the client comes back for the result.',
  input: nothing,
  async handle(_input, ctx) {
    ctx.releaseStream();
    await wait(100);
    return { text: 'The result after the stream was closed.' };
  },
});

/** Tools that answer by themselves. */
export const fixtureTools: readonly Tool[] = [
  simpleText,
  image,
  audio,
  embeddedResource,
  mixedContent,
  failing,
  withLogging,
  logging,
  withProgress,
  reconnection,
];
