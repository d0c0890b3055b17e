import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import { type OpenedAdministration, openAdministration } from '../server/open-administration.ts';
import type { Actor } from '../session/sessions.ts';
import { dirOption, type Flags, type Option } from './command.ts';
import { servedFolder } from './served-folder.ts';

/** Where the sessions are that a command is about. */
export const administeredOptions: Record<string, Option> = {
  dir: dirOption('the folder whose sessions these are'),
  store: {
    type: 'string',
    value: 'S',
    help: 'or where they are: a folder of session files, postgres://… or mongodb://…',
  },
  user: { type: 'string', value: 'U', help: 'of this user only' },
  kind: { type: 'string', value: 'K', help: 'of this kind only: app, app_call, live, tool or chat' },
};

/** Opens what the flags name, and closes it when the work is done. */
export async function withAdministered<T>(
  flags: Flags,
  work: (opened: OpenedAdministration) => Promise<T>,
): Promise<T> {
  const { store } = flags;
  if (typeof store === 'string' && !store.includes('://') && !existsSync(store))
    throw new TandemError('invalid_input', `There is no folder ${store} with sessions.`);
  const opened = await openAdministration(
    typeof store === 'string' ? { store } : { dir: servedFolder(flags) },
  );
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Who works at the command line, for the audit trail and for those whose sessions end. */
export function commandLineActor(): Actor {
  const name = process.env.SUDO_USER ?? userInfo().username;
  return { userId: 'local', kind: 'person', name: `${name}, command line` };
}

/** Sessions of areas that this program does not know are found as well, so a kind is doubted only where it finds none. */
export function unknownKind(kind: string, kinds: readonly string[]): TandemError {
  return new TandemError(
    'invalid_input',
    `There are no sessions of kind "${kind}".${didYouMean(kind, kinds) || ` Kinds: ${kinds.join(', ')}.`}`,
  );
}
