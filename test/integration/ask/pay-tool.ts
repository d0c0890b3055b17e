import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tools that ask: `pay` once, `survey` as often as it is told, `linger` never; it waits for a line "gate ID". */
export function writePayTool(dir: string): void {
  mkdirSync(join(dir, 'tools'));
  writeFileSync(
    join(dir, 'tools/pay.ts'),
    `import { appendFileSync, readFileSync } from 'node:fs';
     import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';
     const FILE = ${JSON.stringify(fileIn(dir))};
     export const pay = createMcpTool('pay').description('Pays a bill.').parameters(z.object({ bill: z.string() }))
       .elicits({ approve: z.object({ ok: z.boolean() }) })
       .execute(function* ({ bill }, ctx) {
         const answer = yield* ctx.elicit('approve', { message: 'Pay ' + bill + '?' });
         if (answer.action !== 'accept' || !answer.content.ok) return { paid: false };
         yield* ctx.step('pay', () => appendFileSync(FILE, bill + '\\n'));
         return { paid: bill };
       });
     export const survey = createMcpTool('survey').description('Asks a lot.').parameters(z.object({ questions: z.int() }))
       .elicits({ question: z.object({ answer: z.string() }) })
       .execute(function* ({ questions }, ctx) {
         const answers = [];
         for (let seq = 1; seq <= questions; seq++) {
           const given = yield* ctx.elicit('question', { message: 'Question ' + seq });
           answers.push(given.action === 'accept' ? given.content.answer : given.action);
         }
         return answers.join(' ');
       });
     export const linger = createMcpTool('linger').description('Takes its time.').parameters(z.object({ id: z.string() }))
       .elicits({})
       .execute(function* ({ id }, ctx) {
         yield* ctx.step('linger', async () => {
           appendFileSync(FILE, 'begun ' + id + '\\n');
           while (!readFileSync(FILE, 'utf8').includes('gate ' + id)) await new Promise((resolve) => setTimeout(resolve, 100));
         });
         return id + ' is done';
       });`,
  );
}

/** What was paid; with `line`, after writing that too. */
export function payments(dir: string, line?: string): string[] {
  if (line !== undefined) appendFileSync(fileIn(dir), `${line}\n`);
  return existsSync(fileIn(dir)) ? readFileSync(fileIn(dir), 'utf8').trimEnd().split('\n') : [];
}

const fileIn = (dir: string) => join(dir, 'payments.txt');
