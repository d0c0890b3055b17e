import pg from 'pg';
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
// A connection that breaks is replaced by the next query; without a listener it would end the process.
pool.on('error', () => {});

/** A step that died half-way runs again with the same key, here or at another instance: the refund is made once. */
export const refundOrder = createMcpTool('refund_order')
  .description('Refund an order. Asks the user to approve it.')
  .parameters(z.object({ reference: z.string().min(1).describe('The reference of the order') }))
  .elicits({
    approve: z.object({ reason: z.string().min(1).max(200).describe('Why it is refunded') }),
  })
  .execute(function* ({ reference }, ctx) {
    const answer = yield* ctx.elicit('approve', { message: `Refund order ${reference}?` });
    if (answer.action !== 'accept') return { refunded: false, reference };
    yield* ctx.step('refund', async ({ idempotencyKey }) => {
      await pool.query(
        'insert into refunds (key, reference, reason) values ($1, $2, $3) on conflict do nothing',
        [idempotencyKey, reference, answer.content.reason],
      );
    });
    return { refunded: true, reference };
  });
