import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import Database from 'libsql';
import { loadApp } from '../../dist/lowdefy/app/load-app.js';
import { adaptConfig } from '../apps/adapt-config.mjs';

const log = { debug() {}, info() {}, warn() {}, error() {} };
/** Of other runs of the app, and what only Tandem knows: the stock client keeps nothing from anybody. */
const LEFT_OUT = /\/(node_modules|\.lowdefy|\.tandem|data|tandem\.yaml)(\/|$)/;

/**
 * An app of its own for one side, with a database of its own, which `reset` gives its first rows again. The app is
 * a folder, or files by name; it runs on these packages.
 */
export async function openAppCopy(
  { name = 'app', dir: source, files = {}, sql, script, database = 'data.db', replace },
  packages = { isOwn: true },
) {
  const home = mkdtempSync(join(tmpdir(), 'tandem-parity-'));
  const dir = join(home, source ? basename(source) : name);
  mkdirSync(dir);
  if (source)
    cpSync(source, dir, { recursive: true, filter: (path) => !LEFT_OUT.test(path.slice(source.length)) });
  if (replace) rewrite((text) => text.replaceAll(...replace));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
  const removed = new Set();
  if (!packages.isOwn) usePackages(packages);
  const first = join(home, 'first.db');
  if (script) execFileSync(process.execPath, [script, '--file', first], { stdio: 'ignore' });
  const made = new Database(first);
  if (sql) made.exec(readFileSync(sql, 'utf8'));
  made.exec('pragma journal_mode = delete');
  made.close();
  mkdirSync(dirname(join(dir, database)), { recursive: true });
  copyFileSync(first, join(dir, database));
  const db = new Database(join(dir, database));
  db.exec('pragma foreign_keys = off');
  db.exec(`attach '${first}' as first`);
  const app = await loadApp({ dir, log, env: {} });
  return {
    dir,
    app,
    /** Types of blocks that these packages do not have, and the app no longer. */
    removed,
    reset() {
      for (const table of tables()) {
        db.exec(`delete from main."${table}"`);
        db.exec(`insert into main."${table}" select * from first."${table}"`);
      }
    },
    /** Every row of every table. */
    rows: () =>
      Object.fromEntries(tables().map((table) => [table, db.prepare(`select * from main."${table}"`).all()])),
    async close() {
      await app.close();
      db.close();
      rmSync(home, { recursive: true, force: true });
    },
  };

  /** As the stock CLI installs them for an app of this version. */
  function usePackages({ folder, version, blockTypes }) {
    mkdirSync(join(dir, '.lowdefy', 'server'), { recursive: true });
    rewrite((text) => {
      const adapted = adaptConfig(text, blockTypes);
      for (const type of adapted.removed) removed.add(type);
      return adapted.text.replace(/^(\{?"?lowdefy"?:\s*)"?[\w.-]+"?/, `$1"${version}"`);
    });
    symlinkSync(folder, join(dir, '.lowdefy', 'server', 'node_modules'));
  }

  function rewrite(change) {
    for (const name of readdirSync(dir, { recursive: true })) {
      if (!name.endsWith('.yaml')) continue;
      const file = join(dir, name);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    }
  }

  function tables() {
    const found = db.prepare("select name from main.sqlite_master where type = 'table' order by name").all();
    return found.map(({ name: table }) => table).filter((table) => !table.startsWith('sqlite_'));
  }
}
