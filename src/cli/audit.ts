import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TandemError } from '../errors.ts';
import { hasCode } from '../lib/has-code.ts';
import { parseAuditQuery } from '../session/audit-query.ts';
import { administeredOptions, commandLineActor, unknownKind, withAdministered } from './administered.ts';
import type { Command, Flags } from './command.ts';

/** `tandem audit export`. */
export const auditCommand: Command = {
  summary: 'export who did what, when, in all sessions',
  about: `tandem audit export         the histories of all sessions as JSON Lines: time, user, session, name, kind, subject (app
                            or tool), actor, what, outcome, detail. Secrets are masked.

Lines of one session are together and in order. What administrators did, and which sessions were deleted, is in it, too.
A time T is a date such as 2026-11-01 (UTC), a time such as 2026-11-01T08:00:00Z, or a time ago such as 7d or 12h.`,
  options: {
    from: { type: 'string', value: 'T', help: 'from this time on' },
    to: { type: 'string', value: 'T', help: 'before this time' },
    ...administeredOptions,
    user: { type: 'string', value: 'U', help: 'of this user: their sessions, and what they did' },
    out: { type: 'string', value: 'FILE', help: 'write to a new file (default: the output)' },
  },
  words: ['export'],
  async run(flags) {
    if (flags.export !== 'export')
      throw new TandemError(
        'invalid_input',
        `tandem audit can only export, not "${flags.export}": tandem audit export`,
      );
    const query = parseAuditQuery(flags as Record<string, string>, '--', new Date());
    return withAdministered(flags, async ({ administration, kinds }) => {
      let count = 0;
      async function* lines() {
        for await (const line of administration.audit(commandLineActor(), query)) {
          count++;
          yield `${JSON.stringify(line)}\n`;
        }
      }
      await write(lines(), flags);
      // Somebody whose sessions are all gone may still be in the trail.
      if (query.user !== undefined && count === 0) await administration.checkUser(query.user);
      if (query.kind !== undefined && count === 0 && ![...kinds, 'audit'].includes(query.kind))
        throw unknownKind(query.kind, kinds);
      if (flags.out !== undefined) process.stdout.write(`${count} lines written to ${flags.out}.\n`);
      return 0;
    });
  },
};

/** Line by line, as fast as the other end reads. */
async function write(lines: AsyncIterable<string>, { out }: Flags): Promise<void> {
  // Who may read the trail is for its new owner to decide.
  const to =
    out === undefined ? process.stdout : createWriteStream(String(out), { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(lines), to, { end: out !== undefined });
  } catch (error) {
    // The reader stopped early, as `head` does.
    if (out === undefined && hasCode(error, 'EPIPE')) return;
    if (hasCode(error, 'EEXIST'))
      throw new TandemError('invalid_input', `${out} exists already. Choose another file with --out.`);
    throw error;
  }
}
