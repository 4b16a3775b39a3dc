import { AmeliaError } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { explainSpace, isFull } from './explain-space.ts'

const git = (output: string): AmeliaError =>
  new AmeliaError('GIT_FAILED', `git failed: ${output}`, { command: 'git', exitCode: 128, output })
const free = String.raw`its file system has [\d.]+ \w?B free.*\. Free some there\.`

it.each([
  ['fatal: write error: No space left on device', '/tmp'],
  [
    `error: unable to write file /tmp/repo/.git/objects/1/2: No space left on device`,
    '/tmp/repo/.git/objects/1/2',
  ],
  [`fatal: Unable to create '/tmp/a b/.git/index.lock': Disk quota exceeded`, '/tmp/a b/.git/index.lock'],
])('%s is explained by the path and its free space', (output, path) => {
  const error = git(output)
  expect(isFull(error)).toBe(true)
  expect(explainSpace(error, ['/tmp']).message).toMatch(
    new RegExp(`^No space left for ${path}: ${free} git failed`),
  )
})

it.each(['ENOSPC', 'EDQUOT'])('%s of Node is explained by its path', (code) => {
  const error = Object.assign(new Error(`${code}: full`), { code, path: '/tmp/x' })
  expect(isFull(error)).toBe(true)
  expect(explainSpace(error, ['/'])).toMatchObject({
    ...{ code, path: '/tmp/x' },
    message: expect.stringMatching(new RegExp(`^No space left for /tmp/x: ${free} ${code}: full$`)),
  })
})

it('is not about other errors', () => {
  for (const error of [git('fatal: bad object'), new Error('x'), undefined, null, 'ENOSPC'])
    expect(isFull(error)).toBe(false)
})
