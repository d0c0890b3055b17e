create table orders (id integer primary key, name text, city text, item text, quantity integer);
with recursive n(i) as (select 0 union all select i + 1 from n where i < 49)
insert into orders (name, city, item, quantity)
select
  case i % 7 when 0 then 'Ben Moor' when 1 then 'Cleo Day' when 2 then 'Dan Poe' when 3 then 'Eve Lund' when 4 then 'Fay Ott' when 5 then 'Gus Ray' else 'Hal Gray' end,
  case i % 5 when 0 then 'Bonn' when 1 then 'Ghent' when 2 then 'Lyon' when 3 then 'Graz' else 'Bilbao' end,
  case i % 4 when 0 then 'Chair' when 1 then 'Desk' when 2 then 'Lamp' else 'Shelf' end,
  i % 9 + 1
from n;
