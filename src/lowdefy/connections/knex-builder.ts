import type { Knex } from 'knex';

/** They affect the pool that all requests share, or run a hidden query. */
const REFUSED = new Set(
  `destroy initialize transaction transactionProvider transacting connection withUserParams disableProcessing
   enableProcessing then catch finally asCallback stream pipe on once off emit addListener removeListener
   removeAllListeners constructor client context toSQL toNative toQuery toString clone`.split(/\s+/),
);
/** They start writing when called, not when awaited. */
const RUNS_AT_ONCE = new Set(['batchInsert']);

type Chain = Record<string, unknown>;

/** The query that a KnexBuilder request describes; it runs when awaited. */
export function buildQuery(
  knex: Knex,
  request: Record<string, unknown>,
  options: { compileOnly?: boolean } = {},
): { query: PromiseLike<unknown> & { toSQL?(): { sql?: string } } } {
  const { query, tableName } = request as { query: unknown[]; tableName?: string | object };
  let chain = (tableName ? knex(tableName as string) : knex) as unknown as Chain;
  for (const step of query) {
    const [name, args] = parseStep(step);
    const method =
      REFUSED.has(name) || name.startsWith('_') || name in Object.prototype ? undefined : chain[name];
    if (typeof method !== 'function') throw new Error(`The query builder has no method "${name}".`);
    if (options.compileOnly && RUNS_AT_ONCE.has(name)) return { query: Promise.resolve() };
    chain = method.apply(chain, args);
  }
  if ((chain as unknown) === knex)
    throw new Error('The query is empty: it has neither a table nor a method.');
  // Wrapped in an object: a promise would resolve to the rows.
  return { query: chain as never };
}

function parseStep(step: unknown): [string, unknown[]] {
  const entries = typeof step === 'object' && step !== null ? Object.entries(step) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    throw new Error(
      `Each item of "query" must be one method with its arguments, not ${JSON.stringify(step)}.`,
    );
  }
  const [name, args] = entry;
  if (!Array.isArray(args)) {
    throw new Error(`The arguments of the method "${name}" must be a list, not ${JSON.stringify(args)}.`);
  }
  return [name, args];
}
