create table notes (id integer primary key, text text not null, stars integer); insert into notes (text, stars) values ('one', 1), ('two', null);
