import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
import { cakes, placeOrder } from './shop.ts';

/** Its question is shown by `page/order-cake-plugin.ts`. */
export const orderCake = createMcpTool('order_cake')
  .description('Order a cake. Asks the customer which one.')
  .parameters(z.object({}))
  .elicits({
    pickCake: {
      response: z.object({ cake: z.string() }),
      context: z.object({
        cakes: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })),
      }),
    },
  })
  .execute(function* (_params, ctx) {
    const picked = yield* ctx.elicit('pickCake', { message: 'Which cake would you like?', cakes });
    if (picked.action !== 'accept') return { ordered: false };
    const { cake } = picked.content;
    if (!cakes.some(({ id }) => id === cake)) return { ordered: false, because: `There is no cake ${cake}.` };
    yield* ctx.step('order', ({ idempotencyKey }) =>
      placeOrder({ key: idempotencyKey, user: ctx.userId, cake }),
    );
    return { ordered: true, cake };
  });
