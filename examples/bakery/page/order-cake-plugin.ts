import { makePlugin } from 'tandem-mcp/ask/client';
import type { orderCake } from '../server/order-cake.ts';
import { CakePicker } from './cake-picker.tsx';

/** How the questions of `order_cake` look. Of the tool it takes the type only: its code stays on the server. */
export const orderCakePlugin = makePlugin<typeof orderCake>('order_cake')
  .onElicit({
    *pickCake(req, ctx) {
      const picked = yield* ctx.render(CakePicker, { cakes: req.cakes });
      return { action: 'accept', content: picked };
    },
  })
  .build();
