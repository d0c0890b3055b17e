import pg from 'pg';

/** What PostgreSQL counted: statements of the session store and of the app, and the size of what is stored. */
export async function createStoreFigures(url) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const one = async (text) => (await client.query(text)).rows[0];
  return {
    reset: () => client.query('SELECT pg_stat_statements_reset()'),
    /** Each is one round trip. Timers (leases that are prolonged, instances that look for work) are counted too. */
    statements: () =>
      one(`SELECT coalesce(sum(calls) FILTER (WHERE query ~ 'tandem_'), 0)::int AS store,
        coalesce(sum(calls) FILTER (WHERE query ~ 'orders'), 0)::int AS app,
        coalesce(sum(total_exec_time), 0)::float AS ms FROM pg_stat_statements`),
    async mostFrequent() {
      const { rows } = await client.query(`SELECT calls::int, (total_exec_time / calls)::float AS ms,
        left(regexp_replace(query, '\\s+', ' ', 'g'), 70) AS query
        FROM pg_stat_statements WHERE query ~ 'tandem_' ORDER BY calls DESC LIMIT 8`);
      return rows;
    },
    size: () =>
      one(`SELECT (SELECT count(*) FROM tandem_sessions)::int AS sessions,
        (SELECT avg(length(record)) FROM tandem_sessions)::int AS "recordBytes",
        (SELECT sum(length(entries)) FROM tandem_log)::int AS "logBytes",
        (pg_total_relation_size('tandem_sessions') + pg_total_relation_size('tandem_log')
          + pg_total_relation_size('tandem_heads'))::int AS "diskBytes"`),
    connections: () =>
      one(`SELECT count(*) FILTER (WHERE application_name = 'tandem')::int AS store,
        count(*) FILTER (WHERE application_name <> 'tandem' AND pid <> pg_backend_pid())::int AS app
        FROM pg_stat_activity WHERE client_addr IS NOT NULL`),
    close: () => client.end(),
  };
}
