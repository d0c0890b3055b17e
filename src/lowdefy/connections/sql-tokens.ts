/** The parts of a statement that decide whether it writes. */
export interface SqlToken {
  kind: 'word' | 'sign';
  /** Words in upper case. */
  text: string;
}

export type SqlDialect = 'sqlite' | 'postgres' | 'mysql' | 'mssql' | 'unknown';

const QUOTES: Record<string, string> = { "'": "'", '"': '"', '`': '`' };
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const DOLLAR_QUOTE = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

/**
 * The words and signs of a statement outside strings, comments and quoted names. Returns the reason instead if the
 * text is ambiguous: what hides a word from us must hide it from the database too.
 */
export function sqlTokens(sql: string, dialect: SqlDialect): SqlToken[] | string {
  // Drivers end a text there.
  if (sql.includes('\0')) return 'it has a null character';
  const tokens: SqlToken[] = [];
  // A backslash is an escape in MySQL and in some strings of PostgreSQL, a plain character elsewhere.
  const mayEscape = dialect !== 'sqlite' && dialect !== 'mssql';
  let at = 0;
  while (at < sql.length) {
    const char = sql.charAt(at);
    const end = skipped(char);
    if (typeof end === 'string') return end;
    if (end !== undefined) {
      at = end;
      continue;
    }
    const number = matchAt(NUMBER, /[\d.]/.test(char));
    if (number !== undefined) {
      at += number.length;
      // Some databases read `1e` or `1` here, and then a word.
      if (/[\p{L}_]/u.test(sql.charAt(at))) return 'it has a number that runs into a word';
      tokens.push({ kind: 'sign', text: '0' });
      continue;
    }
    const word = matchAt(WORD, true);
    tokens.push(
      word === undefined ? { kind: 'sign', text: char } : { kind: 'word', text: word.toUpperCase() },
    );
    at += word?.length ?? char.length;
  }
  return tokens;

  function matchAt(pattern: RegExp, isPossible: boolean): string | undefined {
    pattern.lastIndex = at;
    return isPossible ? pattern.exec(sql)?.[0] : undefined;
  }

  /** The end of a space, string, comment or quoted name that starts here; a reason if that is not clear. */
  function skipped(char: string): number | string | undefined {
    if (/\s/.test(char)) return at + 1;
    const quote = QUOTES[char];
    if (quote !== undefined) return afterQuote(quote);
    if (char === '[' && (dialect === 'sqlite' || dialect === 'mssql')) return afterQuote(']');
    if (char === '$' && dialect === 'postgres') return afterDollarQuote();
    if (sql.startsWith('/*', at)) return afterComment();
    if (sql.startsWith('--', at)) return afterLineComment(2);
    if (char === '#' && dialect === 'mysql') return afterLineComment(1);
    return undefined;
  }

  function afterQuote(quote: string): number | string {
    for (let i = at + 1; i < sql.length; i++) {
      if (sql[i] !== quote) continue;
      if (sql[i - 1] === '\\' && i - 1 > at && mayEscape) return 'it has a backslash before a quote';
      if (sql[i + 1] === quote) i++;
      else return i + 1;
    }
    return 'it has a quote that is not closed';
  }

  function afterDollarQuote(): number | string | undefined {
    const tag = matchAt(DOLLAR_QUOTE, true);
    if (tag === undefined) return undefined;
    const end = sql.indexOf(tag, at + tag.length);
    return end < 0 ? 'it has a quote that is not closed' : end + tag.length;
  }

  function afterComment(): number | string {
    const end = sql.indexOf('*/', at + 2);
    const inside = sql.slice(at + 2, end);
    if (end < 0) return 'it has a comment that is not closed';
    // Run by MySQL and MariaDB, nested in PostgreSQL and SQL Server.
    if (/^M?!/.test(inside) || inside.includes('/*')) return 'it has a comment that not every database skips';
    return end + 2;
  }

  function afterLineComment(length: number): number | string {
    const next = sql.charAt(at + length);
    if (length === 2 && next !== '' && !/\s/.test(next) && dialect !== 'sqlite' && dialect !== 'postgres') {
      return 'it has "--" without a space after it, which not every database skips';
    }
    const end = sql.indexOf('\n', at);
    const comment = sql.slice(at, end < 0 ? undefined : end).replace(/\r$/, '');
    // Databases differ in which of these end a line.
    if (/[\r\v\f\u0085\u2028\u2029]/.test(comment)) return 'it has an unusual line break in a comment';
    return end < 0 ? sql.length : end;
  }
}
