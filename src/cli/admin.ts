import { TandemError } from '../errors.ts';
import type { OpenedAdministration } from '../server/open-administration.ts';
import type { OwnedSummary, SessionRecord } from '../session/session-record.ts';
import { settleEnded } from '../session/settle-ended.ts';
import { administeredOptions, commandLineActor, unknownKind, withAdministered } from './administered.ts';
import type { Command, Flags } from './command.ts';

const PAGE = 200;

/** `tandem admin sessions` and `tandem admin end`. */
export const adminCommand: Command = {
  summary: 'list the sessions of all users, and end them',
  about: `tandem admin sessions       who has which sessions, those used last first
tandem admin end SESSION    end one: calls on it fail, its questions are cancelled, and its owner is told who ended it
tandem admin end --user U   end all open sessions of a user

This needs access to the folder or the database. What is done is in the audit trail (tandem audit export).`,
  options: {
    ...administeredOptions,
    status: { type: 'string', value: 'S', help: 'sessions: open, closed or expired only' },
    json: { type: 'boolean', help: 'sessions: one JSON object per line' },
  },
  words: ['sessions|end'],
  moreWords: ['SESSION'],
  run(flags) {
    const what = flags['sessions|end'];
    if (what === 'sessions') return withAdministered(flags, (opened) => listSessions(opened, flags));
    if (what === 'end') return withAdministered(flags, (opened) => endSessions(opened, flags));
    throw new TandemError(
      'invalid_input',
      `tandem admin can list sessions and end them, not "${what}": tandem admin sessions, tandem admin end SESSION`,
    );
  },
};

async function listSessions({ administration, kinds }: OpenedAdministration, flags: Flags): Promise<number> {
  if (flags.SESSION !== undefined)
    throw new TandemError(
      'invalid_input',
      `tandem admin sessions takes options only, not "${flags.SESSION}".`,
    );
  const userId = textOf(flags.user);
  const kind = textOf(flags.kind);
  const status = statusOf(flags.status);
  if (userId !== undefined) await administration.checkUser(userId);
  await administration.noteLook(commandLineActor(), { ofUser: userId, ofKind: kind });
  const query = { ...(userId && { userId }), ...(kind && { kind }), ...(status && { status }), limit: PAGE };
  let cursor: string | undefined;
  let count = 0;
  do {
    const page = await administration.list({ ...query, ...(cursor !== undefined && { cursor }) });
    for (const session of page.sessions)
      process.stdout.write(`${flags.json ? JSON.stringify(session) : toRow(session)}\n`);
    count += page.sessions.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  if (count === 0 && kind !== undefined && !kinds.includes(kind)) throw unknownKind(kind, kinds);
  if (count === 0 && !flags.json) process.stdout.write('No sessions.\n');
  return 0;
}

async function endSessions(
  { administration, sessions }: OpenedAdministration,
  flags: Flags,
): Promise<number> {
  const sessionId = textOf(flags.SESSION);
  const userId = textOf(flags.user);
  if (sessionId === undefined && userId === undefined)
    throw new TandemError('invalid_input', 'tandem admin end needs SESSION, or --user U for all of a user.');
  if (userId !== undefined) await administration.checkUser(userId);
  const by = commandLineActor();
  let ended: SessionRecord[];
  if (sessionId === undefined) ended = await administration.endAll(by, String(userId), textOf(flags.kind));
  else {
    const key = userId === undefined ? await administration.find(sessionId) : { sessionId, userId };
    ended = await administration.end(by, key);
  }
  const busy = await settleEnded(sessions, ended);
  for (const { kind, name, sessionId: id, userId: owner } of ended)
    process.stdout.write(`Ended ${kind} session "${name}" (${id}) of ${owner}.\n`);
  for (const { sessionId: id } of busy)
    process.stdout.write(`A server still works on ${id}; it stops when it next looks at it.\n`);
  if (ended.length === 0) process.stdout.write('No open sessions to end.\n');
  return 0;
}

function toRow({ updatedAt, userId, kind, status, name, sessionId, endedBy }: OwnedSummary): string {
  const state = endedBy === undefined ? status : `${status} by ${endedBy}`;
  return [updatedAt, userId, kind, state, sessionId, JSON.stringify(name)].join('  ');
}

function textOf(flag: Flags[string]): string | undefined {
  return typeof flag === 'string' ? flag : undefined;
}

function statusOf(flag: Flags[string]): 'open' | 'closed' | 'expired' | undefined {
  if (flag === undefined || flag === 'open' || flag === 'closed' || flag === 'expired') return flag;
  throw new TandemError('invalid_input', `--status must be open, closed or expired, not "${flag}".`);
}
