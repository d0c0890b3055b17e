import { userInfo } from 'node:os';
import type { LocalUser } from './settings-text.ts';

/** The person at this machine, as a user of an app. */
export function localUser(roles: readonly string[]): LocalUser {
  const name = accountName();
  return { id: name, name, roles };
}

/** In a container the account may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'me';
  }
}
