/** A run store in PostgreSQL, which processes of several machines can share. */
export { isTransient } from './lib/database/is-transient.ts'
export { quoteIdentifier } from './lib/database/quote-identifier.ts'
export type { PostgresClient, PostgresPool } from './lib/database/postgres-pool.ts'
export { postgresStore } from './lib/postgres-store.ts'
export type { PostgresStore, PostgresStoreOptions, StoredSize } from './lib/postgres-store-options.ts'
