import { expect, it } from 'vitest'
import type { RepositoryState } from '../../contract/repository-state.ts'
import { checkRepository } from './check-repository.ts'

const ready: RepositoryState = {
  head: 'c1',
  branch: 'refs/heads/main',
  operation: null,
  dirty: true,
  identity: 'A <a@b>',
  location: '/proj',
  notes: ['It has submodules.'],
}

it('fault 44: accepts a dirty tree', () => {
  expect(checkRepository(ready)).toBe('c1')
  expect(checkRepository(ready, 'single')).toBe('c1')
})

it('refuses a dirty tree that is to receive the result', () => {
  expect(() => checkRepository(ready, 'message-only')).toThrow(/^\/proj has uncommitted changes, and .*stash/)
  expect(checkRepository({ ...ready, dirty: false }, 'message-only')).toBe('c1')
})

it.each<[string, Partial<RepositoryState>, string, RegExp]>([
  ['46', { head: null }, 'no_commit', /^\/proj has no commits\. .*git commit/],
  ['47', { operation: 'rebase' }, 'operation_in_progress', /^A rebase is in progress in \/proj\. .*abort/],
  ['52', { identity: null }, 'no_identity', /in \/proj\. .*git config user\.name/],
  ['10', { obstacle: '/proj/.git cannot be written.' }, 'unusable', /cannot be written/],
])('fault %s: refuses %j, and suggests a fix', (_fault, more, reason, message) => {
  const check = (): string => checkRepository({ ...ready, ...more })
  expect(check).toThrow(message)
  expect(check).toThrow(expect.objectContaining({ code: 'REPOSITORY_NOT_READY', details: { reason } }))
})
