import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of Debian's packages of PostgreSQL. */
export const debianPostgres = '/usr/lib/postgresql'

/** Returns the folder of PostgreSQL's programs, those of the highest version; undefined if there is none. */
export const findPostgres = () => {
  const versions = existsSync(debianPostgres)
    ? readdirSync(debianPostgres).sort((a, b) => Number(b) - Number(a))
    : []
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const folders = [...versions.map((version) => join(debianPostgres, version, 'bin')), ...path]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}
