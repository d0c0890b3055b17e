import type { WriteStream } from 'node:tty';

export type Colours = Record<'plain' | 'bold' | 'dim' | 'red' | 'yellow' | 'blue', (text: string) => string>;

/** Styles for a terminal; for anything else, and where NO_COLOR is set, the text as it is. */
export function coloursFor(stream: Pick<WriteStream, 'isTTY'>, env = process.env): Colours {
  const isStyled = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const style = (on: number, off: number) => (text: string) =>
    isStyled ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    plain: (text) => text,
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    yellow: style(33, 39),
    blue: style(34, 39),
  };
}
