import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { type Cleanup, tempDir } from '../harness.ts';

const APP = fileURLToPath(new URL('app', import.meta.url));

export interface Forms {
  dir: string;
  /** What the forms saved, oldest first. */
  saved(): { kind: string; data: unknown }[];
}

/** The fixture app with its data, and these settings in `tandem.yaml`. */
export function copyForms(cleanup: Cleanup, settings: string, name = 'forms'): Forms {
  const dir = join(tempDir(cleanup), name);
  cpSync(APP, dir, { recursive: true });
  writeFileSync(join(dir, 'tandem.yaml'), settings);
  const file = join(dir, 'data.db');
  inDatabase((db) =>
    db.exec(`create table entries (id integer primary key, kind text, data text);
      create table teams (id integer primary key, name text);
      create table people (id integer primary key, team integer, name text);
      insert into teams values (1, 'Red'), (2, 'Blue');
      insert into people values (1, 1, 'Ann'), (2, 2, 'Ben'), (3, 2, 'Bea')`),
  );
  return {
    dir,
    saved: () =>
      inDatabase((db) => db.prepare('select kind, data from entries order by id').all()).map((row) => {
        const { kind, data } = row as { kind: string; data: string };
        return { kind, data: JSON.parse(data) as unknown };
      }),
  };

  function inDatabase<T>(work: (db: Database.Database) => T): T {
    const db = new Database(file);
    try {
      return work(db);
    } finally {
      db.close();
    }
  }
}
