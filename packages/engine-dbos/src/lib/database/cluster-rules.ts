import type { Rule } from '@amelia/core/plugin'

/** Rules of options that several functions have. */
export const clusterRules = {
  /** An address of a database. It may contain a password. */
  database: {
    expected: 'an address such as postgresql://user@host/database',
    is: (value) => typeof value === 'string' && /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value),
    secret: true,
  },
  /** A schema: DBOS's has `_dbos` added to its name. */
  schema: {
    expected: 'the name of a schema, of 1 to 58 bytes and not beginning with pg_',
    is: (value) =>
      typeof value === 'string' && /^(?!pg_)[^\0"]+$/.test(value) && Buffer.byteLength(value) <= 58,
    optional: true,
  },
  /** The time after which a silent worker is dead. */
  deadMs: {
    expected: 'a number of milliseconds from 1000 to 3,600,000',
    is: (value) => typeof value === 'number' && value >= 1000 && value <= 3_600_000,
    optional: true,
  },
} satisfies Record<string, Rule>
