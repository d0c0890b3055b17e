import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../data');

/**
 * A tool that asks: an agent requests an approval, and a person gives or refuses it, in the agent's client or on the page.
 * The call waits as long as that takes, and survives restarts.
 */
export const requestApproval = createMcpTool('request_approval')
  .description('Ask the user to approve an expense. Returns their decision; do not spend anything before.')
  .parameters(
    z.object({
      what: z.string().min(1).describe('What the money is for'),
      amount: z.number().positive().describe('In euros'),
    }),
  )
  .elicits({
    decide: z.object({
      approved: z.boolean().describe('Approve this expense?'),
      comment: z.string().max(500).optional().describe('For the record'),
    }),
  })
  .execute(function* ({ what, amount }, ctx) {
    const answer = yield* ctx.elicit('decide', { message: `Approve ${amount} EUR for ${what}?` });
    const isApproved = answer.action === 'accept' && answer.content.approved;
    const comment = answer.action === 'accept' ? answer.content.comment : undefined;
    const at = yield* ctx.now();
    // A step runs once, also when the tool is resumed after a restart.
    yield* ctx.step('record', () => {
      mkdirSync(folder, { recursive: true });
      const record = { at: at.toISOString(), what, amount, approved: isApproved, comment };
      appendFileSync(join(folder, 'approvals.jsonl'), `${JSON.stringify(record)}\n`);
    });
    return { approved: isApproved, ...(comment && { comment }) };
  });
