create table rows (number integer, note text);
