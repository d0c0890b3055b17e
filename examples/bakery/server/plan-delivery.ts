import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

/** It has no plugin: the page makes a form from the schema. */
export const planDelivery = createMcpTool('plan_delivery')
  .description('Plan when and where to deliver. Asks the customer.')
  .parameters(z.object({}))
  .elicits({
    where: z.object({
      day: z.enum(['Friday', 'Saturday']).meta({ title: 'Day' }),
      address: z.string().min(5).meta({ title: 'Address' }),
    }),
  })
  .execute(function* (_params, ctx) {
    const given = yield* ctx.elicit('where', { message: 'When and where shall we deliver?' });
    return given.action === 'accept' ? { planned: true, ...given.content } : { planned: false };
  });
