import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

/** A tool without a plugin: whoever shows its question makes a form from the schema. */
export const orderMeal = createMcpTool('order_meal')
  .description('Order a meal on a booked flight. Asks the user what they would like.')
  .parameters(z.object({ flight: z.string().min(1).describe('The number of the flight, such as SH-142') }))
  .elicits({
    chooseMeal: z.object({
      meal: z.enum(['pasta', 'curry', 'salad']).describe('The main dish'),
      drinks: z.array(z.enum(['water', 'juice', 'coffee', 'tea'])).default(['water']),
      portions: z.int().min(1).max(4).default(1),
      allergies: z.string().max(500).optional().describe('What the kitchen should know'),
      glutenFree: z.boolean().default(false).meta({ title: 'Gluten free' }),
    }),
  })
  .execute(function* ({ flight }, ctx) {
    const chosen = yield* ctx.elicit('chooseMeal', { message: `What would you like to eat on ${flight}?` });
    if (chosen.action !== 'accept') return { ordered: false };
    return { ordered: true, flight, ...chosen.content };
  });
