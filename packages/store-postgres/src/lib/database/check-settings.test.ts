import { expect, it } from 'vitest'
import { findProblem } from './check-settings.ts'

const good = {
  database: 'my "runs"',
  commit: 'on',
  fsync: 'on',
  encoding: 'UTF8',
  version: '15.18',
  number: '150018',
}

it.each(['on', 'local', 'remote_write', 'remote_apply'])('synchronous_commit = %s is accepted', (commit) => {
  expect(findProblem({ ...good, commit })).toBeNull()
})

it.each([
  [{ commit: 'off' }, 'ALTER DATABASE "my ""runs""" SET synchronous_commit = on'],
  [{ fsync: 'off' }, 'Set fsync = on in postgresql.conf'],
  [{ encoding: 'SQL_ASCII' }, "ENCODING 'UTF8'"],
  [{ number: '120009', version: '12.9' }, 'PostgreSQL 12.9, and runs need version 13'],
])('%o is refused, with the remedy', (settings, remedy) => {
  expect(findProblem({ ...good, ...settings })).toContain(remedy)
})
