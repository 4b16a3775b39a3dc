import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { confirm } from './confirm.ts'

const answerTo = (typed: string): Promise<boolean> => {
  const stdin = new PassThrough()
  const screen = new PassThrough()
  screen.once('data', () => stdin.end(typed))
  return confirm({ stdin, screen } as never, 'Delete it?')
}

it.each([
  ['y\n', true],
  ['YES\n', true],
  ['\n', false],
  ['yellow\n', false],
])('%j is %s', async (typed, expected) => {
  expect(await answerTo(typed)).toBe(expected)
})
