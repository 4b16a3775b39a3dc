import { databaseVariable } from './database-variable.ts'

/**
 * The flag that a printed command needs to find a run in a database. It is left out where the environment has
 * the address, and never contains a password.
 */
export const databaseFlag = (database: string | undefined): string[] => {
  if (database === undefined || database === process.env[databaseVariable]) return []
  if (!URL.canParse(database)) return ['--database', 'URL']
  const address = new URL(database)
  address.password = ''
  address.searchParams.delete('password')
  return ['--database', address.href]
}
