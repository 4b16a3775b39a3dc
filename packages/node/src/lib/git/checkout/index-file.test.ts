import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createRepository,
  type TemporaryRepository,
} from '../../../../../../test/fixtures/temporary-repository.ts'
import { locateRepository } from '../repository/locate-repository.ts'
import { putIndex, writeIndexTree } from './index-file.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository()
})
afterEach(() => user.close())

it('the lock of another git is reported, and the lock and the index stay', async () => {
  const repository = await locateRepository(user.repo)
  const [index, lock] = [join(user.repo, '.git/index'), join(user.repo, '.git/index.lock')]
  const before = readFileSync(index)
  writeFileSync(lock, 'written by another git')
  await expect(putIndex(repository, Buffer.from('new'))).rejects.toMatchObject({ code: 'GIT_LOCKED' })
  await expect(writeIndexTree(repository, index)).rejects.toMatchObject({ code: 'GIT_LOCKED' })
  expect(readFileSync(index)).toEqual(before)
  expect(readFileSync(lock, 'utf8')).toBe('written by another git')
})

it('writeIndexTree returns null for conflicts, also of a file named like a lock', async () => {
  const id = user.sh('rev-parse', ':src/a.txt')
  writeFileSync(join(user.dir, 'conflict'), `100644 ${id} 1\tindex.lock\n100644 ${id} 2\tindex.lock\n`)
  user.sh('-c', `alias.conflict=!git update-index --index-info < '${join(user.dir, 'conflict')}'`, 'conflict')
  expect(await writeIndexTree(await locateRepository(user.repo), join(user.repo, '.git/index'))).toBeNull()
})
