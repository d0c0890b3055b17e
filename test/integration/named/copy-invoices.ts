import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { type Cleanup, tempDir } from '../harness.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/invoices', import.meta.url));

export interface Invoices {
  dir: string;
  rows(sql: string): unknown[];
}

/** The example app with its data, and these settings in `tandem.yaml`. */
export function copyInvoices(cleanup: Cleanup, settings: string): Invoices {
  const dir = join(tempDir(cleanup), 'invoices');
  cpSync(EXAMPLE, dir, { recursive: true, filter: (path) => !/\.(lowdefy|tandem)$/.test(path) });
  rmSync(join(dir, 'data'), { recursive: true, force: true });
  const file = join(dir, 'data', 'invoices.db');
  execFileSync(process.execPath, [join(EXAMPLE, 'seed.mjs'), '--file', file]);
  writeFileSync(join(dir, 'tandem.yaml'), settings);
  return {
    dir,
    rows(sql) {
      const db = new Database(file);
      try {
        return db.prepare(sql).all();
      } finally {
        db.close();
      }
    },
  };
}
