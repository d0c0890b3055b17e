import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'libsql';
import { loadApp } from '../../dist/lowdefy/app/load-app.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** An app of its own for one side, with a database of its own, which `reset` gives its first rows again. */
export async function openAppCopy(source) {
  const dir = join(mkdtempSync(join(tmpdir(), 'tandem-parity-')), basename(source.dir ?? source.name));
  if (source.dir) cpSync(source.dir, dir, { recursive: true });
  else mkdirSync(dir);
  for (const [name, text] of Object.entries(source.files ?? {})) writeFileSync(join(dir, name), text);
  const seed = join(dir, 'seed.sql');
  const db = new Database(join(dir, 'data.db'));
  reset();
  const app = await loadApp({ dir, log, env: {} });
  return {
    app,
    reset,
    /** Every row of every table. */
    rows() {
      return Object.fromEntries(tables().map((name) => [name, db.prepare(`select * from "${name}"`).all()]));
    },
    async close() {
      await app.close();
      db.close();
      rmSync(join(dir, '..'), { recursive: true, force: true });
    },
  };

  function tables() {
    const found = db.prepare("select name from sqlite_master where type = 'table' order by name").all();
    return found.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'));
  }

  function reset() {
    for (const name of tables()) db.exec(`drop table "${name}"`);
    if (existsSync(seed)) db.exec(readFileSync(seed, 'utf8'));
  }
}
