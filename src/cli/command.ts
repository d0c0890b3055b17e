import { parseArgs } from 'node:util';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';

interface Option {
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
  for (const token of tokens) {
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
  return flags;
}

export function toHelp(name: string, command: Command): string {
  const rows = Object.entries(command.options).map(
    ([key, option]) => `  ${`--${key}${option.value ? ` ${option.value}` : ''}`.padEnd(18)} ${option.help}`,
  );
  return `Usage: tandem ${name} [options]\n\n${command.about}\n${rows.length ? `\nOptions:\n${rows.join('\n')}\n` : ''}`;
}
