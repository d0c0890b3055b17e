import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventsOf, firstOf, textOf } from '../../../test/fixtures/chat-client.ts';
import { openChat } from '../../../test/fixtures/open-chat.ts';
import { createMcpTool } from '../../ask/tool/create-mcp-tool.ts';
import { createDemoModel } from './demo-model.ts';

const trip = createMcpTool('plan_trip')
  .description('Plans.')
  .parameters(
    z.object({ from: z.string(), destination: z.string(), days: z.number(), how: z.enum(['train', 'car']) }),
  )
  .elicits({})
  // biome-ignore lint/correctness/useYield: it has nothing to wait for.
  .execute(function* (params) {
    return params;
  });

test('starts the named tool with what it finds in the text, and identifies itself as scripted', async () => {
  const { say } = openChat([], { model: createDemoModel(), tools: [trip] });
  const lines = await say('Plan me a trip from New York to San José for 3 days');
  expect(firstOf(lines, 'tool_result').result).toEqual({
    from: 'New York',
    destination: 'San José',
    days: 3,
    how: 'train',
  });
  expect(textOf(lines)).toContain('script, not a model');
});

test('recognizes a tool by its name, and accepts JSON', async () => {
  const { say } = openChat([], { model: createDemoModel(), tools: [trip] });
  const lines = await say('plan_trip {"from":"Oslo","days":2,"how":"car"}');
  expect(firstOf(lines, 'tool_result').result).toMatchObject({ from: 'Oslo', days: 2, how: 'car' });
});

test('says what it can do when asked for something else', async () => {
  const { say } = openChat([], { model: createDemoModel(), tools: [trip] });
  const lines = await say('What is the weather?');
  expect(eventsOf(lines, 'tool_calls')).toEqual([]);
  expect(textOf(lines)).toContain('plan trip');
});
