/**
 * The versions of the tables of a cluster, oldest first: each is a function of the quoted schema. A released
 * one is never changed; a new version is added at the end.
 */
export const migrations: readonly ((schema: string) => string)[] = [
  (schema) => `
    CREATE TABLE ${schema}.worker (
      id uuid PRIMARY KEY, machine text NOT NULL, process integer NOT NULL, version text NOT NULL,
      sessions integer NOT NULL, queues text[] NOT NULL,
      started timestamptz NOT NULL DEFAULT clock_timestamp(),
      beat timestamptz NOT NULL DEFAULT clock_timestamp(),
      draining boolean NOT NULL DEFAULT false, dead boolean NOT NULL DEFAULT false
    ) WITH (fillfactor = 50);
    CREATE TABLE ${schema}.claim (
      run text COLLATE "C" NOT NULL, phase text COLLATE "C" NOT NULL,
      attempt integer NOT NULL, dispatch integer NOT NULL,
      id text COLLATE "C" NOT NULL UNIQUE, worker uuid NOT NULL,
      began timestamptz NOT NULL DEFAULT clock_timestamp(), ended timestamptz,
      PRIMARY KEY (run, phase, attempt, dispatch)
    );
    CREATE INDEX open_claim ON ${schema}.claim (worker) WHERE ended IS NULL;
    CREATE INDEX ended_claim ON ${schema}.claim (ended) WHERE ended IS NOT NULL;
    CREATE TABLE ${schema}.provider (
      name text COLLATE "C" PRIMARY KEY, sessions integer,
      paused_until timestamptz NOT NULL DEFAULT '-infinity'
    );
    CREATE TABLE ${schema}.provider_slot (
      provider text COLLATE "C" NOT NULL, n integer NOT NULL,
      worker uuid NOT NULL REFERENCES ${schema}.worker ON DELETE CASCADE,
      since timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (provider, n)
    );
    CREATE TABLE ${schema}.sweep (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      at timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO ${schema}.sweep DEFAULT VALUES;
  `,
]
