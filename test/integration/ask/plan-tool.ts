import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tool with steps, a branch that samples and works, two questions that are open at once, and a cleanup. */
export function writePlanTool(dir: string): void {
  mkdirSync(join(dir, 'tools'));
  writeFileSync(
    join(dir, 'tools/plan.ts'),
    `import { appendFileSync } from 'node:fs';
     import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';
     const effect = (name) => ({ idempotencyKey }) => {
       appendFileSync(${JSON.stringify(fileIn(dir))}, JSON.stringify({ name, key: idempotencyKey }) + '\\n');
       return name;
     };
     const answer = z.object({ answer: z.string() });
     export const plan = createMcpTool('plan').description('Plans.').parameters(z.object({}))
       .elicits({ where: answer, when: answer, sure: answer })
       .execute(function* (_params, ctx) {
         try {
           const first = yield* ctx.step('first', effect('first'));
           const tip = yield* ctx.branch(function* (sub) {
             const { text } = yield* sub.sample({ prompt: 'A tip' });
             yield* sub.step('note', effect('note'));
             return text;
           });
           const [where, when, both] = yield* ctx.all([
             ctx.elicit('where', { message: 'Where?' }),
             ctx.elicit('when', { message: 'When?' }),
             ctx.step('besides', effect('besides')),
           ]);
           const sure = yield* ctx.elicit('sure', { message: 'Sure?' });
           const last = yield* ctx.step('last', effect('last'));
           return { first, tip, both, last, answers: [where, when, sure].map(({ content }) => content.answer) };
         } finally {
           yield* ctx.step('clean', effect('clean'));
         }
       });`,
  );
}

/** What the steps did, by their names; each time with its key. */
export function effectsIn(dir: string): { name: string; key: string }[] {
  return readFileSync(fileIn(dir), 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as { name: string; key: string }] : []));
}

const fileIn = (dir: string) => join(dir, 'effects.jsonl');
