import Database from 'libsql';
import pg from 'pg';

const TABLE =
  'orders (id integer primary key generated always as identity, customer text, cake text, pieces integer)';

/** The server's own database: a pool of at most two connections to PostgreSQL, or one file where there is none. */
export async function openDatabase({ url = process.env.DATABASE_URL, file = ':memory:' } = {}) {
  return url ? openPostgres(url) : openSqlite(file);
}

async function openPostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 2, application_name: 'bakery' });
  await pool.query(`create table if not exists ${TABLE}`);
  return {
    async query(sql, values = []) {
      let count = 0;
      const { rows } = await pool.query(
        sql.replaceAll('?', () => `$${++count}`),
        values,
      );
      return rows;
    },
    close: () => pool.end(),
  };
}

function openSqlite(file) {
  const database = new Database(file);
  database.exec(`create table if not exists ${TABLE.replace(' generated always as identity', '')}`);
  return {
    async query(sql, values = []) {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(values);
      statement.run(values);
      return [];
    },
    async close() {
      database.close();
    },
  };
}
