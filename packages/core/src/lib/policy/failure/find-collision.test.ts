import { expect, it } from 'vitest'
import { growsLinearly } from '../../../../../../test/fixtures/grows-linearly.ts'
import { findCollision } from './find-collision.ts'

it.each([
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:28471', 'EADDRINUSE'],
  ['OSError: [Errno 98] Address already in use', 'Address already in use'],
  ['panic: listen tcp :8080: bind: address already in use', 'address already in use'],
  [
    'Only one usage of each socket address (protocol/network address/port) is normally permitted.',
    'Only one',
  ],
  ['Web server failed to start. Port 8080 was already in use.', 'Port 8080 was already'],
  ['Bind for 0.0.0.0:5432 failed: port is already allocated', 'port is already'],
  ['sqlite3.OperationalError: database is locked', 'database is locked'],
  ['SqliteError: SQLITE_BUSY', 'SQLITE_BUSY'],
  ['Runtime error: database table is locked: users', 'database table is locked'],
  ['ERROR:  database "app_test" is being accessed by other users', 'database "app_test" is being'],
  ['ERROR:  database "app_test" already exists', 'database "app_test" already exists'],
  ['PG::TRDeadlockDetected: ERROR:  deadlock detected', 'deadlock detected'],
  ['Lock wait timeout exceeded; try restarting transaction', 'Lock wait timeout'],
  ["fatal: Unable to create '/x/.git/index.lock': File exists.", 'Unable to create'],
  ['Could not acquire lock on /tmp/build.lock', 'Could not acquire lock'],
  ['lock file /tmp/test.lock already exists', 'lock file'],
  ['Timeout waiting to lock build logic queue. It is currently in use by another Gradle instance.', 'in use'],
  ['flock: Resource temporarily unavailable', 'Resource temporarily unavailable'],
  ['Conflict. The container name "/db" is already in use by container "1a2b".', 'in use by container'],
  ['./bin/tool: Text file busy', 'Text file busy'],
])('finds the conflict in %j', (line, words) => {
  expect(findCollision(`before\n${line}\nafter`)).toContain(words)
})

it.each([
  'AssertionError: expected 1 to be 2',
  'error TS2304: Cannot find name "port".',
  'expect(report).toContain("table")',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'FAIL test/locked.test.ts > unlocks the door',
  '',
])('finds none in %j', (line) => {
  expect(findCollision(line)).toBeUndefined()
})

it('takes linear time', () => {
  growsLinearly(50_000, (size) => findCollision(`${'lock port database '.repeat(size)}\n`))
})
