import { parseArgs } from 'node:util';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';

export interface Option {
  type: 'string' | 'boolean';
  /** Shown in the help, e.g. `D` in `--dir D`. */
  value?: string;
  help: string;
}

export interface Command {
  summary: string;
  /** What the help says after the usage line. */
  about: string;
  options: Record<string, Option>;
  /** What it takes besides options, in order, all of them; shown in the usage line. */
  words?: readonly string[];
  /** What may follow them, in order. */
  moreWords?: readonly string[];
  /** Returns the exit code; a server returns when it has ended. */
  run(flags: Flags): Promise<number>;
}

export type Flags = Record<string, string | boolean | undefined>;

/** `--dir`, described as what the folder is to the command. */
export function dirOption(folder: string): Option {
  return { type: 'string', value: 'D', help: `${folder} (default: the current one)` };
}

/** The flags of a command line; unknown ones and stray words are refused by name. */
export function parseFlags(name: string, command: Command, args: string[]): Flags {
  const options: Record<string, Option> = { ...command.options, help: { type: 'boolean', help: '' } };
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const flags: Flags = {};
  const words = [...(command.words ?? []), ...(command.moreWords ?? [])];
  for (const token of tokens) {
    const word = token.kind === 'positional' ? words.shift() : undefined;
    if (token.kind === 'positional' && word !== undefined) {
      flags[word] = token.value;
      continue;
    }
    if (token.kind === 'positional')
      throw new TandemError(
        'invalid_input',
        `tandem ${name} takes options only, not "${token.value}". To name a folder: tandem ${name} --dir ${token.value}`,
      );
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) {
      const hint = didYouMean(
        token.rawName,
        Object.keys(options).map((key) => `--${key}`),
      );
      throw new TandemError('invalid_input', `tandem ${name} has no option ${token.rawName}.${hint}`);
    }
    if (option.type === 'string' && (token.value === undefined || token.value === ''))
      throw new TandemError(
        'invalid_input',
        `--${token.name} needs a value: --${token.name} ${option.value}`,
      );
    if (option.type === 'boolean' && token.value !== undefined)
      throw new TandemError('invalid_input', `--${token.name} takes no value.`);
    flags[token.name] = option.type === 'string' ? token.value : true;
  }
  const [missing] = words;
  if (missing !== undefined && !command.moreWords?.includes(missing) && !flags.help)
    throw new TandemError('invalid_input', `tandem ${name} needs ${missing}: ${usageOf(name, command)}`);
  return flags;
}

function usageOf(name: string, { words = [], moreWords = [] }: Command): string {
  return ['tandem', name, ...words, ...moreWords.map((word) => `[${word}]`), '[options]'].join(' ');
}

export function toHelp(name: string, command: Command): string {
  const rows = Object.entries(command.options).map(
    ([key, option]) => `  ${`--${key}${option.value ? ` ${option.value}` : ''}`.padEnd(18)} ${option.help}`,
  );
  return `Usage: ${usageOf(name, command)}\n\n${command.about}\n${rows.length ? `\nOptions:\n${rows.join('\n')}\n` : ''}`;
}
