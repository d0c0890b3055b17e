create table words (id integer primary key, word text not null);
insert into words (word) values ('first'), ('second');
