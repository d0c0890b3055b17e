#!/usr/bin/env node
import { TandemError } from '../errors.ts';
import { toExpectedError } from '../lib/file-fault.ts';
import { createLogger } from '../lib/logger.ts';
import { didYouMean } from '../lib/nearest.ts';
import { VERSION } from '../server/version.ts';
import { parseFlags, toHelp } from './command.ts';
import { COMMANDS } from './commands.ts';

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (name === 'help' && rest[0] !== undefined && !rest[0].startsWith('-'))
    return main([rest[0], '--help', ...rest.slice(1)]);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(await overview());
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load)
    throw new TandemError(
      'invalid_input',
      `Unknown command "${name}".${didYouMean(name, Object.keys(COMMANDS))}`,
    );
  const command = await load();
  const flags = parseFlags(name, command, rest);
  if (flags.help) {
    process.stdout.write(toHelp(name, command));
    return 0;
  }
  return command.run(flags);
}

async function overview(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => `  ${name.padEnd(8)} ${(await load()).summary}`),
  );
  return `Tandem ${VERSION}: one app, two users: a person in a browser and an agent over MCP.\n\nUsage: tandem <command> [options]\n\n${rows.join('\n')}\n\nHelp for one command: tandem help <command>\n`;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const expected = toExpectedError(error);
    if (expected) process.stderr.write(`tandem: ${expected.message}\n`);
    else createLogger().error('tandem: internal error', error);
    process.exitCode = expected ? 2 : 1;
  },
);
