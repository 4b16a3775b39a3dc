import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mirrorRefs } from '../../src/lib/git/mirror-refs.ts'
import { sharedRepository } from '../shared-repository.ts'

const head = 'refs/amelia/r1/head'
const branch = 'refs/heads/work'

/** A clone whose refs are at the base of the repository, and a later commit. */
const prepared = () => {
  const { base, ...shared } = sharedRepository()
  const clone = shared.clone()
  for (const ref of [head, branch]) clone.run('update-ref', ref, base)
  return { base, clone, later: clone.commit(base, 'Later') }
}

it('moves, creates and deletes refs of the clone', async () => {
  const { base, clone, later } = prepared()
  await mirrorRefs(clone.git, [
    { ref: head, new: later, old: base },
    { ref: branch, new: null, old: base },
    { ref: 'refs/heads/new', new: later, old: null },
  ])
  expect(clone.run('for-each-ref', '--format=%(refname) %(objectname)', head, branch, 'refs/heads/new')).toBe(
    `${head} ${later}\nrefs/heads/new ${later}`,
  )
})

it('leaves a branch that contains something else here, and moves a ref of the run all the same', async () => {
  const { base, clone, later } = prepared()
  const own = clone.commit(base, 'Own')
  for (const ref of [head, branch]) clone.run('update-ref', ref, own)
  await mirrorRefs(clone.git, [
    { ref: head, new: later, old: base },
    { ref: branch, new: later, old: base },
  ])
  expect(clone.run('rev-parse', head)).toBe(later)
  expect(clone.run('rev-parse', branch)).toBe(own)
})

it('moves the refs that can follow if another process has locked one', async () => {
  const { base, clone, later } = prepared()
  writeFileSync(join(clone.repo, '.git', `${branch}.lock`), '')
  await mirrorRefs(clone.git, [
    { ref: branch, new: later, old: base },
    { ref: head, new: later, old: base },
  ])
  expect(clone.run('rev-parse', head)).toBe(later)
  expect(clone.run('rev-parse', branch)).toBe(base)
})
