import { describe, expect, it } from 'vitest';
import type { SqlDialect } from './sql-tokens.ts';
import { sqlWrites } from './sql-writes.ts';

const READS: [string, SqlDialect?][] = [
  ['select 1'],
  ['  SELECT * FROM a ;; '],
  ['(select 1) union (select 2)'],
  ['with x as (select 1) select * from x'],
  ["select * from a where b = 'drop table a; delete from b'"],
  ["select 'it''s; delete' as x"],
  ['select "delete", `update`, [drop] from a'],
  ['select a."insert" from a'],
  ['select a.update, b . delete from a, b'],
  ['select updated_at, deleted, created_by, inserted from a'],
  ["select replace(name, 'a', 'b') from a"],
  ['select 1 -- delete from a'],
  ['select /* drop table a */ 1'],
  ["select * from a where n like '%\\_%' escape '\\'"],
  ['select * from a where id = ? and b = :name'],
  ['select 1.5e3, .5, 0xff, 2.'],
  ['select [weird ]] name; drop] from a', 'mssql'],
  ['select $$; drop table a$$', 'postgres'],
  ['select $q$ ; delete $q$, $1::int', 'postgres'],
  ["select a[1], array['x]', 'y'] from b", 'postgres'],
  ["select data #>> '{a,b}' from t", 'postgres'],
  ['select 1 # delete', 'mysql'],
  ['select truncate(1.5, 1)', 'mysql'],
  ['select 5--1', 'sqlite'],
  ["select * from pragma_table_info('a')"],
  ['select größe from maße'],
];

const WRITES: [string, SqlDialect?][] = [
  [''],
  ['-- nothing'],
  ['insert into a values (1)'],
  ['update a set b = 1'],
  ['delete from a'],
  ['replace into a values (1)'],
  ['create table a (b)'],
  ['drop table a'],
  ['alter table a add b'],
  ['pragma user_version = 3'],
  ['explain select 1'],
  ['values (1)'],
  ['vacuum'],
  ["attach 'x' as y"],
  ['begin; select 1'],
  ['select 1; delete from a'],
  ['select 1;select 2'],
  ['with x as (select 1) delete from a'],
  ['with x as (delete from a returning *) select * from x', 'postgres'],
  ['with x as (select 1) replace into a select * from x'],
  ['select * into b from a', 'mssql'],
  ["select * from a into outfile '/tmp/x'", 'mysql'],
  ['select * from a for update', 'postgres'],
  ['select * from a for no key update', 'postgres'],
  ['select * from a for share', 'postgres'],
  ['select * from a lock in share mode', 'mysql'],
  ['/* x */ DeLeTe from a'],
  ['select 1 /*! ; drop table a */', 'mysql'],
  ['select 1 /*M! ; drop table a */', 'mysql'],
  ["select 1 /* /* */ ' */ ; drop table a --'", 'postgres'],
  ["select '\\', ' ; drop table a -- '", 'mysql'],
  ['select "\\", " ; drop table a -- "', 'mysql'],
  ["select e'\\', ' ; drop table a -- '", 'postgres'],
  ["select 1 -- \r; drop table a\n'", 'postgres'],
  ['select 5--1\n, 2', 'mysql'],
  ["select 'open"],
  ['select /* open'],
  ['select 1 exec sp_x', 'mssql'],
  ['select 1 drop table a', 'mssql'],
  ['select 1.delete from a', 'mssql'],
  ['select 1e delete from a', 'mssql'],
  ['select 1edelete from a', 'mssql'],
  ['select 1 truncate table a', 'mssql'],
  ['select 1 lbl: delete from a', 'mssql'],
  ["select a['] from b; drop table b --']", 'sqlite'],
  ['select 1\0; drop table a'],
];

describe('sqlWrites', () => {
  it.each(READS)('reads: %j (%s)', (sql, dialect = 'sqlite') => {
    expect(sqlWrites(sql, dialect)).toBeUndefined();
  });

  it.each(WRITES)('writes or is unclear: %j (%s)', (sql, dialect = 'sqlite') => {
    expect(sqlWrites(sql, dialect)).toEqual(expect.any(String));
  });
});
