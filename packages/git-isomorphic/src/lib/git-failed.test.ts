import { expect, it } from 'vitest'
import { gitFailed } from './git-failed.ts'

it('says how to supply Buffer, and nothing of it for other errors', () => {
  const what = 'Object 1 of /.git is not readable.'
  expect(gitFailed('readObject', what, new ReferenceError('Buffer is not defined')).message).toBe(
    `${what} Buffer is not defined. isomorphic-git needs \`Buffer\`: install the package "buffer", and set \`globalThis.Buffer\` or let the bundler inject it.`,
  )
  expect(gitFailed('readObject', what, new Error('No.')).message).toBe(`${what} No.`)
})
