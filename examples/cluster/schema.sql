-- The data of the app, in the same database as the sessions.
CREATE TABLE IF NOT EXISTS orders (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  reference text NOT NULL UNIQUE,
  item text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0)
);
-- What was refunded, by the key of the step that did it: a step that runs again finds its own refund.
CREATE TABLE IF NOT EXISTS refunds (
  key text PRIMARY KEY,
  reference text NOT NULL,
  reason text NOT NULL
);
