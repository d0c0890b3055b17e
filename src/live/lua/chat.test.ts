import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

test("person and agent chat: both lines are kept, and the agent is notified of the person's", async () => {
  const session = await openSession();
  const page = await session.page();
  const [chat, hear] = (await page.createAll(1, [['chat'], ['hear(_)?access=action']])) as [number, number];
  expect(page.values.get(chat)).toEqual([]);
  await page.update(hear, 'hello');
  await session.run('mcp:say("good morning") mcp.say("and now?")');
  expect(page.values.get(chat)).toEqual([
    { from: 'person', text: 'hello' },
    { from: 'agent', text: 'good morning' },
    { from: 'agent', text: 'and now?' },
  ]);
  expect(session.events).toEqual([{ event: 'chat', text: 'hello' }]);
  expect((await session.fail('mcp.say(1)')).message).toContain('text is expected');
});

test('a long chat drops its oldest lines', async () => {
  const session = await openSession();
  await session.run('for n = 1, 600 do mcp:say("line " .. n) end');
  expect(await session.run('return { #mcp.chat, mcp.chat[1].text }')).toEqual([500, 'line 101']);
});
