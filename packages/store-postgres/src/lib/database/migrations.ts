/**
 * The versions of the tables, oldest first: each is a function of the quoted schema. A released one is never
 * changed; a new version is added at the end.
 *
 * Ids are compared by bytes, because an update of the system's library may change other collations and damage
 * an index.
 */
export const migrations: readonly ((schema: string) => string)[] = [
  (schema) => `
    CREATE SEQUENCE ${schema}.lease_token;
    CREATE SEQUENCE ${schema}.command_number;
    CREATE TABLE ${schema}.run (
      id text COLLATE "C" PRIMARY KEY,
      length integer NOT NULL DEFAULT 0,
      updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      token bigint NOT NULL,
      holder uuid,
      owner text NOT NULL,
      since timestamptz NOT NULL DEFAULT clock_timestamp(),
      expires timestamptz NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE ${schema}.record (
      run text COLLATE "C" NOT NULL REFERENCES ${schema}.run ON DELETE CASCADE,
      seq integer NOT NULL, token bigint NOT NULL, value text NOT NULL, sum text NOT NULL,
      PRIMARY KEY (run, seq)
    );
    CREATE TABLE ${schema}.damaged (
      run text COLLATE "C" NOT NULL REFERENCES ${schema}.run ON DELETE CASCADE,
      at timestamptz NOT NULL, seq integer NOT NULL, token bigint NOT NULL, value text NOT NULL,
      sum text NOT NULL
    );
    CREATE INDEX damaged_run ON ${schema}.damaged (run);
    CREATE TABLE ${schema}.command (
      n bigint PRIMARY KEY DEFAULT nextval('${schema.replaceAll("'", "''")}.command_number'),
      run text COLLATE "C" NOT NULL REFERENCES ${schema}.run ON DELETE CASCADE,
      id text COLLATE "C" NOT NULL, key uuid UNIQUE, value text NOT NULL, outcome text,
      UNIQUE (run, id)
    );
    CREATE INDEX open_command ON ${schema}.command (run, n) WHERE outcome IS NULL;
    CREATE TABLE ${schema}.artifact (
      run text COLLATE "C" NOT NULL REFERENCES ${schema}.run ON DELETE CASCADE,
      name text COLLATE "C" NOT NULL, text bytea NOT NULL,
      PRIMARY KEY (run, name)
    );
  `,
]
