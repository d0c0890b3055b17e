import pg from 'pg';

/** A tool whose two steps leave a row each time they run. */
export const TRANSFER = `import pg from 'pg';
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
pool.on('error', () => {});
const effect = (reference, step, key) =>
  pool.query('insert into effects (reference, step, key) values ($1, $2, $3)', [reference, step, key]).then(() => {});
export const transfer = createMcpTool('transfer')
  .description('Transfers something, once it is approved.')
  .parameters(z.object({ reference: z.string() }))
  .elicits({ approve: z.object({ ok: z.boolean() }) })
  .execute(function* ({ reference }, ctx) {
    yield* ctx.elicit('approve', { message: 'Transfer ' + reference + '?' });
    yield* ctx.step('take', ({ idempotencyKey }) => effect(reference, 'take', idempotencyKey));
    yield* ctx.step('give', ({ idempotencyKey }) => effect(reference, 'give', idempotencyKey));
    return { transferred: reference };
  });
`;

const STEPS = ['take', 'give'];

export async function createEffects(url) {
  await query(
    url,
    'create table effects (id integer primary key generated always as identity, reference text, step text, key text)',
  );
}

/**
 * What became of the effects of completed calls. The second step begins when the first is in the journal, so that a first
 * one after it was repeated.
 */
export async function countEffects(url, completed) {
  const rows = await query(url, 'select id, reference, step, key from effects order by id');
  const of = (reference, step) => rows.filter((row) => row.reference === reference && row.step === step);
  const all = [...new Set(rows.map(({ reference }) => reference))];
  const each = all.flatMap((reference) =>
    STEPS.map((step) => ({ reference, step, ran: of(reference, step) })),
  );
  const name = ({ reference, step }) => `${step} of ${reference}`;
  return {
    missing: [...completed].flatMap((reference) =>
      STEPS.filter((step) => of(reference, step).length === 0).map((step) => name({ reference, step })),
    ),
    repeated: all
      .filter((reference) => of(reference, 'take').at(-1)?.id > (of(reference, 'give')[0]?.id ?? Infinity))
      .map((reference) => name({ reference, step: 'take' })),
    otherKey: each.filter(({ ran }) => new Set(ran.map(({ key }) => key)).size > 1).map(name),
    again: each.reduce((sum, { ran }) => sum + Math.max(0, ran.length - 1), 0),
  };
}

async function query(url, text) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
