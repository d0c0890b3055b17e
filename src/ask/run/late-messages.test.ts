import { expect, test } from 'vitest';
import { z } from 'zod';
import { runInMemory } from '../../../test/fixtures/run-in-memory.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';

const asking = createMcpTool('asking')
  .description('Asks once.')
  .parameters(z.object({}))
  .elicits({ q: z.object({ a: z.string() }) })
  .execute(function* (_params, ctx) {
    yield* ctx.elicit('q', { message: 'What?' });
    return 'done';
  });

test('what arrives while the end is being written is refused, and does not keep the run busy', async () => {
  const late: Promise<unknown>[] = [];
  const { run, answer } = await runInMemory(
    asking,
    {},
    {
      onAppend(entries) {
        if (!entries.some(({ op }) => op === 'completed')) return;
        late.push(run.tell({ op: 'cancel', reason: 'too late' }));
        const again = { op: 'answered', id: '0', key: 'q', seq: 0, answer: { action: 'cancel' } } as const;
        late.push(run.tell(again).catch((error: { code: string }) => error.code));
      },
    },
  );
  await answer('q', { action: 'accept', content: { a: 'x' } });
  expect(late).toHaveLength(2);
  expect(run.hasMessages).toBe(false);
  expect(await Promise.all(late)).toEqual([undefined, 'conflict']);
});
