import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { readConfig } from '../../server/load-config.ts';
import type { Kind } from './found-folder.ts';
import { keepBackup } from './keep-backup.ts';
import { LIVE_AREA, type LocalUser, needsLiveArea, newSettings, userSetting } from './settings-text.ts';

const FILE = 'tandem.yaml';

/** Writes `tandem.yaml`, or adds to it what the folder needs; says what it did, or nothing if all is there. */
export async function changeSettings(
  dir: string,
  kinds: readonly Kind[],
  user: LocalUser | undefined,
): Promise<string | undefined> {
  const path = join(dir, FILE);
  if (!existsSync(path)) {
    writeFileSync(path, newSettings(kinds, user));
    return `wrote ${FILE}`;
  }
  const config = await readConfig(dir);
  const text = readFileSync(path, 'utf8');
  const isUserMissing = user !== undefined && !config.mcp.user;
  const isLiveMissing = needsLiveArea(kinds) && !config.areas;
  if (!isUserMissing && !isLiveMissing) return undefined;
  const withLive = isLiveMissing ? append(text, LIVE_AREA) : text;
  const changed = isUserMissing ? withUser(withLive, user) : withLive;
  const backup = keepBackup(path);
  writeFileSync(path, changed);
  const what = [isUserMissing && 'a user', isLiveMissing && 'live UIs'].filter(Boolean).join(' and ');
  return `added ${what} to ${FILE} (before: ${backup})`;
}

/** Comments stay where they are. */
function withUser(text: string, user: LocalUser): string {
  const document = parseDocument(text);
  if (!document.has('mcp')) return append(text, `mcp:\n${userSetting(user)}`);
  document.setIn(['mcp', 'user'], document.createNode({ ...user, roles: [...user.roles] }));
  return document.toString({ lineWidth: 0 });
}

function append(text: string, more: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n${more}`;
}
