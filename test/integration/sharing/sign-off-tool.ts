import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tool that asks whom its caller names. */
export function writeSignOffTool(dir: string): void {
  mkdirSync(join(dir, 'tools'), { recursive: true });
  writeFileSync(
    join(dir, 'tools/sign-off.ts'),
    `import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';

     export const signOff = createMcpTool('sign_off')
       .description('Has an amount signed off')
       .parameters(z.object({
         amount: z.number(),
         user: z.string().optional(),
         role: z.string().optional(),
         sessionId: z.string().optional(),
       }))
       .elicits({ ok: z.object({ note: z.string() }), more: z.object({ word: z.string() }) })
       .execute(function* ({ amount, user, role }, ctx) {
         const to = user !== undefined ? { user } : role !== undefined ? { role } : undefined;
         const signed = yield* ctx.elicit('ok', { message: 'Sign off ' + amount + '?' }, to ? { to } : {});
         return signed.action === 'accept' ? 'Signed: ' + signed.content.note : signed.action;
       });
    `,
  );
}
