import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

/** A tool that asks the person in the middle of its work. */
export const orderCake = createMcpTool('order_cake')
  .description('Orders a cake, with the size that the customer picks')
  .parameters(z.object({ cake: z.string() }))
  .elicits({ size: z.object({ size: z.enum(['small', 'large']) }) })
  .execute(function* ({ cake }, ctx) {
    const answer = yield* ctx.elicit('size', { message: `Which size of ${cake}?` });
    if (answer.action !== 'accept') return 'Nothing was ordered.';
    return `A ${answer.content.size} ${cake} is on its way.`;
  });
