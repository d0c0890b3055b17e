-- The database of the CRM. `tandem init` creates data/crm.db from this file if it does not exist.
create table contacts (
  id integer primary key,
  name text not null,
  company text not null default '',
  email text not null default '',
  phone text not null default ''
);

create table deals (
  id integer primary key,
  contact_id integer not null references contacts (id),
  title text not null,
  amount real not null check (amount >= 0),
  stage text not null default 'open' check (stage in ('open', 'won', 'lost'))
);

insert into contacts (name, company, email, phone) values
  ('Ada Byron', 'Analytical Engines', 'ada@engines.example', '+44 20 7946 0101'),
  ('Grace Murray', 'Harbour Computing', 'grace@harbour.example', '+1 202 555 0143'),
  ('Edsger Dijk', 'Shortest Path Logistics', 'edsger@path.example', '+31 20 555 0177');

insert into deals (contact_id, title, amount, stage) values
  (1, 'Maintenance contract', 4800, 'open'),
  (2, 'Compiler training', 2400, 'won'),
  (3, 'Route planner', 12500, 'open');
