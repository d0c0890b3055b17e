create table notes (id integer primary key, text text not null, at text);
insert into notes (text) values ('one'), ('two');
