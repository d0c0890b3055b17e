import { existsSync } from 'node:fs';
import { TandemError } from '../errors.ts';
import { copySessions } from '../server/copy-sessions.ts';
import { openStoreAt } from '../server/open-store.ts';
import type { Command } from './command.ts';
import { withProgress } from './progress.ts';

/** `tandem store copy FROM TO`. */
export const storeCommand: Command = {
  summary: 'copy sessions from one store to another',
  about:
    'Copies all sessions with their histories, and checks each. Can be repeated: only what is missing or newer is copied.\nFROM and TO are a folder of session files (such as .tandem/sessions), postgres://… or mongodb://…\nStop the servers that use them first.',
  options: {
    quiet: { type: 'boolean', help: 'print failures only' },
    json: { type: 'boolean', help: 'print the counts as JSON' },
  },
  words: ['copy', 'FROM', 'TO'],
  async run({ copy, FROM, TO, quiet, json }) {
    if (copy !== 'copy')
      throw new TandemError(
        'invalid_input',
        `tandem store can only copy, not "${copy}": tandem store copy FROM TO`,
      );
    const isFolder = !/^[a-z]+(\+srv)?:\/\//.test(String(FROM));
    if (isFolder && !existsSync(String(FROM)))
      throw new TandemError('invalid_input', `There is no folder ${FROM} to copy sessions from.`);
    const from = await openStoreAt(String(FROM));
    const to = await openStoreAt(String(TO));
    try {
      const { copied, present, failed } = await withProgress('Copying', () => copySessions(from, to));
      if (json) console.log(JSON.stringify({ copied, present, failed }));
      else if (!quiet)
        process.stdout.write(`${copied} copied, ${present} already there, ${failed.length} failed.\n`);
      for (const one of failed) process.stderr.write(`${one}\n`);
      return failed.length > 0 ? 1 : 0;
    } finally {
      await Promise.all([from.dispose(), to.dispose()]);
    }
  },
};
