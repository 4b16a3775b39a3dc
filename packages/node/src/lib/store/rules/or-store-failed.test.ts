import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { orStoreFailed } from './or-store-failed.ts'

const failing = (code: string, syscall: string) =>
  orStoreFailed('r1', () =>
    Promise.reject(Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })),
  )

it.each([
  ['EPERM', 'link', /does not support hard links.*on another file system/],
  ['EOPNOTSUPP', 'link', /does not support hard links/],
  ['EMFILE', 'open', /Too many files are open.*ulimit -n 4096.*--concurrency/],
])('%s at %s is STORE_FAILED with its remedy', async (code, syscall, message) => {
  const error = await failing(code, syscall).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'STORE_FAILED', message: expect.stringMatching(message) })
})

it.each(['ENOSPC', 'EDQUOT'])('%s names the folder and its free space', async (code) => {
  const full = Object.assign(new Error(code), { code })
  const task = () => orStoreFailed('r1', () => Promise.reject(full), tmpdir())
  await expect(task()).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringMatching(
      /No space left for \/.*: its file system has [\d.]+ \w?B free\. Free some there\./,
    ),
  })
})

it('adds no unrelated remedy for another error', async () => {
  const error = await failing('EPERM', 'open').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: expect.not.stringContaining('hard links') })
})
