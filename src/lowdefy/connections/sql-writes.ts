import { type SqlDialect, sqlTokens } from './sql-tokens.ts';

const WRITES = new Set(
  'INSERT UPDATE DELETE MERGE REPLACE DROP ALTER CREATE ATTACH DETACH PRAGMA VACUUM INTO'.split(' '),
);
/** In T-SQL a statement needs no semicolon before it; there these words are reserved. */
const WRITES_MSSQL = new Set(
  `BACKUP BULK CHECKPOINT DBCC DECLARE DENY DISABLE ENABLE EXEC EXECUTE GRANT KILL OPENQUERY OPENROWSET OPENDATASOURCE READTEXT RECONFIGURE
   RESTORE REVOKE SET SHUTDOWN TRUNCATE UPDATETEXT USE WAITFOR WRITETEXT`.split(/\s+/),
);
/** Also the names of functions that only read. */
const FUNCTIONS = new Set(['REPLACE']);

/** Why a statement is not a plain single SELECT, or undefined when it is. Strict: what is unclear counts as writing. */
export function sqlWrites(sql: string, dialect: SqlDialect): string | undefined {
  const tokens = sqlTokens(sql, dialect);
  if (typeof tokens === 'string') return `${tokens}, so Tandem cannot tell whether it only reads`;
  while (tokens.at(-1)?.text === ';') tokens.pop();
  const first = tokens.find((token) => token.text !== '(');
  if (!first) return 'its SQL is empty';
  if (first.text !== 'SELECT' && first.text !== 'WITH') {
    return `its SQL starts with ${first.text}, and only SELECT is allowed`;
  }
  for (const [index, token] of tokens.entries()) {
    if (token.text === ';') return 'its SQL has more than one statement';
    // A column: `orders.update`.
    if (token.kind !== 'word' || tokens[index - 1]?.text === '.') continue;
    const next = tokens[index + 1]?.text;
    if (FUNCTIONS.has(token.text) && next === '(') continue;
    if (WRITES.has(token.text) || (dialect === 'mssql' && WRITES_MSSQL.has(token.text))) {
      return `its SQL has ${token.text}`;
    }
    if (
      (token.text === 'FOR' || token.text === 'IN') &&
      (next === 'SHARE' || next === 'KEY' || next === 'NO')
    ) {
      return `its SQL locks rows (${token.text} ${next})`;
    }
  }
  return undefined;
}
