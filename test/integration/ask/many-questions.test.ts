import { afterEach, describe, expect, test } from 'vitest';
import { type CallResult, type Library, openClient } from '../client-legs.ts';
import { createCleanup } from '../harness.ts';
import { openCalls } from './flights.ts';
import { writePayTool } from './pay-tool.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const textOf = ({ content }: CallResult) => content[0]?.text ?? '';

/** How many questions a client of each era is asked in forms. */
const LIMITS: [Library, number][] = [
  ['2.x auto', 10],
  ['2.x legacy', 64],
  ['1.x', 64],
];

describe.each(LIMITS)('client %s', (library, limit) => {
  test(`is asked ${limit} questions; the others wait on the page`, async () => {
    let asked = 0;
    const answer = () => ({ action: 'accept' as const, content: { answer: String(++asked) } });
    const client = await openClient(cleanup, library, 'http', answer, { prepare: writePayTool });
    const enough = await client.call('survey', { questions: limit });
    expect(textOf(enough)).toBe(Array.from({ length: limit }, (_, index) => index + 1).join(' '));
    asked = 0;
    const result = await client.call('survey', { questions: limit + 2 });
    expect(result.isError ?? false, textOf(result)).toBe(false);
    const { askId, ...waiting } = JSON.parse(textOf(result)) as { askId: string };
    expect(waiting).toMatchObject({ status: 'waiting', message: `Question ${limit + 1}` });
    expect(asked).toBe(limit);
    const page = openCalls(cleanup, client.dir);
    for (const answer of ['x', 'y']) {
      const [question] = await page.open();
      await page.answer(String(question?.askId), { answer });
      await page.settled(askId);
    }
    const { structuredContent } = await client.call('ask_result', { askId });
    const answers = [...Array.from({ length: limit }, (_, index) => index + 1), 'x', 'y'].join(' ');
    expect(structuredContent).toEqual({ status: 'done', result: answers });
  });
});
