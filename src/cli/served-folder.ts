import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { TandemError } from '../errors.ts';
import type { Flags } from './command.ts';

/** The folder a command is about; it must be there and be writable. */
export function servedFolder(flags: Flags): string {
  const dir = resolve(String(flags.dir ?? process.env.TANDEM_DIR ?? '.'));
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found)
    throw new TandemError(
      'invalid_config',
      `The folder ${dir} does not exist. Create it, or choose another with --dir.`,
    );
  if (!found.isDirectory())
    throw new TandemError('invalid_config', `${dir} is not a folder. Choose one with --dir.`);
  try {
    accessSync(dir, constants.R_OK | constants.W_OK);
  } catch {
    throw new TandemError(
      'invalid_config',
      `The folder ${dir} is not writable. Tandem stores its sessions there; change its permissions, or choose another with --dir.`,
    );
  }
  return dir;
}
