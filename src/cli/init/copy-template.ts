import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TandemError } from '../../errors.ts';
import type { Kind } from './found-folder.ts';

/** In the package, next to the program's own folder. */
const TEMPLATES = fileURLToPath(new URL('../../../templates/', import.meta.url));

export const TEMPLATE_NAMES: Record<Kind, string> = { lowdefy: 'crm', live: 'kanban', tools: 'approvals' };

/** Copies the template of a kind into a folder; returns the files, relative to it. Never overwrites one. */
export function copyTemplate(kind: Kind, dir: string): string[] {
  const from = join(TEMPLATES, TEMPLATE_NAMES[kind]);
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)));
  const [taken] = files.filter((file) => existsSync(join(dir, file)));
  if (taken !== undefined)
    throw new TandemError(
      'invalid_input',
      `${join(dir, taken)} exists already, and tandem init overwrites nothing. Choose an empty folder with --dir.`,
    );
  for (const file of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    copyFileSync(join(from, file), join(dir, file));
  }
  return files;
}

/** Creates the database of the CRM from its schema, if it has no file yet; returns the file it made. */
export async function createDatabase(dir: string): Promise<string | undefined> {
  const schema = join(dir, 'schema.sql');
  const file = join('data', 'crm.db');
  const path = join(dir, file);
  const isOurs =
    existsSync(schema) && readFileSync(schema, 'utf8').includes(`${'`tandem init`'} creates data/crm.db`);
  if (!isOurs || existsSync(path)) return undefined;
  mkdirSync(dirname(path), { recursive: true });
  const { default: Database } = await import('libsql');
  const database = new Database(path);
  try {
    database.exec(readFileSync(schema, 'utf8'));
  } catch (error) {
    rmSync(path, { force: true });
    throw new TandemError('invalid_config', `${schema} cannot be run: ${(error as Error).message}.`);
  } finally {
    database.close();
  }
  return file;
}
