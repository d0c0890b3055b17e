import { describe, expect, test } from 'vitest';
import { type Command, dirOption, parseFlags, toHelp } from './command.ts';

const command: Command = {
  summary: 'try',
  about: 'Tries.',
  options: { dir: dirOption('the folder to serve'), print: { type: 'boolean', help: 'only print' } },
  run: async () => 0,
};
const parse = (...args: string[]) => parseFlags('try', command, args);

describe('parseFlags', () => {
  test('reads values, switches and the last of several', () => {
    expect(parse('--dir', 'a', '--print', '--dir=b')).toEqual({ dir: 'b', print: true });
    expect(parse('--help')).toEqual({ help: true });
    expect(parse()).toEqual({});
  });

  test.each([
    [['--dri', 'a'], 'tandem try has no option --dri. Did you mean "--dir"?'],
    [['--zzzzzzz'], 'tandem try has no option --zzzzzzz. Valid: "--dir", "--print", "--help".'],
    [['-x'], 'tandem try has no option -x.'],
    [['--constructor'], 'tandem try has no option --constructor.'],
    [['--__proto__=1'], 'tandem try has no option --__proto__.'],
    [['--toString'], 'tandem try has no option --toString.'],
    [['--dir'], '--dir needs a value: --dir D'],
    [['--dir='], '--dir needs a value: --dir D'],
    [['--print=yes'], '--print takes no value.'],
    [['word'], 'tandem try takes options only, not "word". To name a folder: tandem try --dir word'],
    [['--', 'word'], 'tandem try takes options only, not "word". To name a folder: tandem try --dir word'],
  ])('%j is refused', (args, message) => {
    expect(() => parse(...args)).toThrow(message);
  });
});

test('the help names every option', () => {
  expect(toHelp('try', command)).toBe(
    'Usage: tandem try [options]\n\nTries.\n\nOptions:\n  --dir D            the folder to serve (default: the current one)\n  --print            only print\n',
  );
});
