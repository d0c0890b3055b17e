import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TandemError } from '../../errors.ts';
import { entryText } from '../../protocol/client-setups.ts';
import { programCommand } from '../../server/program-command.ts';
import type { ClientFile } from './client-files.ts';
import { keepBackup } from './keep-backup.ts';
import { mergeEntry } from './merge-entry.ts';

/** What became of one client's configuration. */
export interface WrittenClient {
  client: string;
  path: string;
  outcome: 'written' | 'unchanged' | 'failed';
  /** The name of our entry in the file. */
  name?: string;
  backup?: string;
  why?: string;
}

/** Connects a client with the server of a folder, which the client will start itself. */
export function writeClient({ client, path }: ClientFile, dir: string): WrittenClient {
  const about = { client: client.name, path };
  try {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const merged = mergeEntry(client, text, entryFor(client, dir), dir);
    const { name } = merged;
    if (!merged.isChanged) return { ...about, outcome: 'unchanged', name };
    const backup = existsSync(path) ? keepBackup(path) : undefined;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, merged.text);
    return { ...about, outcome: 'written', name, ...(backup !== undefined && { backup }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof TandemError) && code === undefined) throw error;
    return { ...about, outcome: 'failed', why: message };
  }
}

/** What to paste, for those who change the file themselves. */
export function clientText({ client }: ClientFile, dir: string): string {
  return entryText(client, 'tandem', entryFor(client, dir));
}

function entryFor(client: ClientFile['client'], dir: string): Record<string, unknown> {
  const [command = '', ...args] = [...programCommand(), 'mcp', '--dir', dir];
  return client.local(command, args);
}
