/**
 * The tables, version by version. A version that was released is never edited: a change is a new one.
 *
 * `tandem_sessions` has a session's record as the text that every store keeps, beside the columns it is found by. The
 * small row in `tandem_heads` is what changes with every call: the lease and the length of the history. Secrets that all
 * instances share are in `tandem_values`. `tandem_shares` says to whom sessions were opened. `tandem_instances` has the instances that are alive, `tandem_homes` which of them
 * has what is in one place only, and `tandem_used` what was used and works once. `tandem_events` has what was sent to
 * clients in the last hour.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE tandem_sessions (
    session_id text COLLATE "C" PRIMARY KEY,
    user_key text COLLATE "C" NOT NULL,
    user_id text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    updated_at text COLLATE "C" NOT NULL,
    rev integer NOT NULL,
    save_id uuid,
    summary text NOT NULL,
    record text NOT NULL
  );
  CREATE INDEX tandem_sessions_of_user ON tandem_sessions (user_key, updated_at DESC, session_id);
  CREATE INDEX tandem_sessions_open ON tandem_sessions (updated_at, kind) WHERE status = 'open';
  CREATE INDEX tandem_sessions_ended ON tandem_sessions (updated_at) WHERE status <> 'open';
  CREATE TABLE tandem_heads (
    session_id text COLLATE "C" PRIMARY KEY REFERENCES tandem_sessions ON DELETE CASCADE,
    log_length integer NOT NULL DEFAULT 0,
    lease_token bigint NOT NULL DEFAULT 0,
    lease_owner text NOT NULL DEFAULT '',
    lease_until timestamptz NOT NULL DEFAULT '-infinity'
  ) WITH (fillfactor = 50);
  CREATE TABLE tandem_values (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
  CREATE TABLE tandem_log (
    session_id text COLLATE "C" NOT NULL REFERENCES tandem_sessions ON DELETE CASCADE,
    first integer NOT NULL,
    length integer NOT NULL,
    append_id uuid NOT NULL,
    entries text NOT NULL,
    PRIMARY KEY (session_id, first)
  );`,
  `CREATE TABLE tandem_shares (
    grantee_key text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL REFERENCES tandem_sessions ON DELETE CASCADE,
    share text NOT NULL,
    PRIMARY KEY (grantee_key, session_id)
  );
  CREATE INDEX tandem_shares_of_session ON tandem_shares (session_id);`,
  `CREATE INDEX tandem_sessions_newest ON tandem_sessions (updated_at DESC, session_id);`,
  `CREATE TABLE tandem_instances (
    instance_id text COLLATE "C" PRIMARY KEY,
    url text NOT NULL,
    until timestamptz NOT NULL
  );
  CREATE TABLE tandem_homes (
    name text COLLATE "C" PRIMARY KEY,
    instance_id text COLLATE "C" NOT NULL,
    note text NOT NULL DEFAULT ''
  );
  CREATE TABLE tandem_used (
    name text COLLATE "C" PRIMARY KEY,
    use_id uuid NOT NULL,
    until timestamptz NOT NULL
  );`,
  `CREATE TABLE tandem_events (
    stream text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    text text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (stream, number)
  );
  CREATE INDEX tandem_events_at ON tandem_events (at);`,
];
