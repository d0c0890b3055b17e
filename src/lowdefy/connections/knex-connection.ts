import type { Logger } from '../../lib/logger.ts';
import type { ConnectionType, Resolver, ResolverArgs } from './connection.ts';
import { buildQuery } from './knex-builder.ts';
import { sqlDialect } from './knex-clients.ts';
import { createKnexPools } from './knex-pools.ts';
import { knexBuilderSchema, knexRawSchema, knexSchema } from './knex-schemas.ts';
import { sqlWrites } from './sql-writes.ts';
import { toPlainData } from './to-plain-data.ts';

/** The connection type `Knex` with the requests KnexRaw and KnexBuilder, on pools that are reused. */
export function createKnexConnection(options: { dir: string; readOnly: boolean; log: Logger }): {
  connection: ConnectionType;
  pools(): number;
  close(): Promise<void>;
} {
  const pools = createKnexPools(options);
  const meta = { checkRead: false, checkWrite: false };

  const raw: Resolver = Object.assign(
    async ({ connection, request }: ResolverArgs) => {
      const { query, parameters } = request as { query: string; parameters?: never };
      const result: unknown = await pools.use(connection, (knex) =>
        parameters === undefined ? knex.raw(query) : knex.raw(query, parameters),
      );
      return toPlainData(toRawResult(result, connection.client));
    },
    {
      schema: knexRawSchema,
      meta,
      writes: ({ connection, request }: ResolverArgs) =>
        sqlWrites(String(request.query), sqlDialect(connection.client)),
    },
  );

  const builder: Resolver = Object.assign(
    async ({ connection, request }: ResolverArgs) =>
      toPlainData(await pools.use(connection, (knex) => buildQuery(knex, request).query)),
    {
      schema: knexBuilderSchema,
      meta,
      writes({ connection, request }: ResolverArgs) {
        const { query } = buildQuery(pools.peek(connection), request, { compileOnly: true });
        const sql = query.toSQL?.().sql;
        if (typeof sql !== 'string') return 'its query writes or is more than one statement';
        return sqlWrites(sql, sqlDialect(connection.client));
      },
    },
  );

  return {
    connection: { schema: knexSchema, requests: { KnexRaw: raw, KnexBuilder: builder } },
    pools: pools.size,
    close: pools.close,
  };
}

/** What the stock connection returns: a driver's result without its internals. */
function toRawResult(result: unknown, client: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result ?? null;
  if (Array.isArray(result)) return result;
  if (sqlDialect(client) === 'sqlite') {
    const { changes, lastInsertRowid } = result as { changes?: unknown; lastInsertRowid?: unknown };
    // The driver of this name returns rows for every raw statement.
    return client === 'sqlite3' ? [] : { changes, lastInsertRowid };
  }
  return Object.fromEntries(Object.entries(result).filter(([key]) => !key.startsWith('_')));
}
