import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProcesses, readProcessStat } from '@amelia/agent-process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createRepository,
  type TemporaryRepository,
} from '../../../../../../test/fixtures/temporary-repository.ts'
import { withWarnings } from './with-warnings.ts'
import { createObjectReader, type ObjectReader } from './object-reader.ts'

let user: TemporaryRepository
let objects: ObjectReader

beforeEach(() => {
  user = createRepository()
  const gitDir = join(user.repo, '.git')
  objects = createObjectReader({ gitDir, workTree: gitDir })
})
afterEach(() => user.close())

/** Stores a blob and returns its id. */
const store = (content: string): string => {
  const file = join(user.dir, 'blob')
  writeFileSync(file, content)
  return user.sh('hash-object', '-w', file)
}

it('reads objects in the order of the requests, also large and empty ones', async () => {
  const texts = ['small\n', 'x'.repeat(3_000_000), '', 'last']
  const ids = texts.map(store)
  const read = await Promise.all(ids.map((id) => objects.read(id)))
  expect(read.map((found) => found?.content.toString())).toEqual(texts)
  expect(read.map((found) => found?.type)).toEqual(texts.map(() => 'blob'))
})

it('resolves a name again each time', async () => {
  expect(await objects.find('refs/heads/new^{commit}')).toBeNull()
  user.sh('update-ref', 'refs/heads/new', user.base)
  expect(await objects.find('refs/heads/new^{commit}')).toMatchObject({ id: user.base, type: 'commit' })
  user.sh('pack-refs', '--all')
  user.sh('update-ref', '-d', 'refs/heads/new')
  expect(await objects.find('refs/heads/new^{commit}')).toBeNull()
})

it('returns null for a name without an object, and for one with a line break', async () => {
  expect(await objects.read('f'.repeat(40))).toBeNull()
  expect(await objects.find(`${user.base}\ncontents ${user.base}`)).toBeNull()
  expect(await objects.find('main')).toMatchObject({ id: user.base })
})

it('throws if git fails', async () => {
  const gitDir = join(user.dir, 'empty')
  mkdirSync(gitDir)
  const broken = createObjectReader({ gitDir, workTree: gitDir })
  await expect(broken.find('main')).rejects.toMatchObject({ code: 'GIT_FAILED' })
})

/** Returns the ids of this process's children that read objects of a folder. */
const findReaders = (folder: string): number[] =>
  listProcesses().filter((pid) => {
    try {
      const isChild = readProcessStat(pid)?.parent === process.pid
      const command = isChild ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      return command.includes('cat-file') && command.includes(folder)
    } catch {
      return false
    }
  })

it.skipIf(process.platform !== 'linux')('asks a new process if the present one is killed', async () => {
  const gitDir = join(user.repo, '.git')
  const pauses: number[] = []
  const warnings: string[] = []
  const patient = withWarnings(
    createObjectReader({ gitDir, workTree: gitDir }, { pause: async (ms) => void pauses.push(ms) }),
    (message) => warnings.push(message),
  )
  const ids = ['one', 'x'.repeat(2_000_000), 'three'].map(store)
  const reads = ids.map((id) => patient.read(id))
  await expect.poll(() => findReaders(user.repo)).toHaveLength(1)
  for (const pid of findReaders(user.repo)) process.kill(pid, 'SIGKILL')
  expect((await Promise.all(reads)).map((found) => found?.id)).toEqual(ids)
  for (const pid of findReaders(user.repo)) process.kill(pid, 'SIGKILL')
  expect(await patient.find(user.base)).toMatchObject({ id: user.base })
  expect(warnings.every((text) => /was ended by SIGKILL.*Trying again/.test(text))).toBe(true)
})
