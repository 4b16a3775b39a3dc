import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askYesNo } from './ask-yes-no.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Types keys before the question, directly after it, and 300 ms later. */
const answerTo = async (
  { before = '', early = '', late }: { before?: string; early?: string; late: string },
  byDefault?: 'yes',
): Promise<{ answer: boolean; shown: string }> => {
  const modes: boolean[] = []
  const stdin = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => modes.push(raw) })
  const screen = new PassThrough()
  let shown = ''
  screen.on('data', (text: Buffer) => {
    shown += String(text)
  })
  stdin.write(before)
  const asked = askYesNo({ stdin, screen } as never, 'Delete it?', byDefault)
  stdin.write(early)
  await new Promise(setImmediate)
  vi.setSystemTime(Date.now() + 300)
  stdin.write(late)
  const answer = await asked
  expect(modes).toEqual([true, false])
  return { answer, shown }
}

it.each([
  ['y', true],
  ['Y', true],
  ['\r', false],
  ['n', false],
  ['\u001b', false],
  ['\u0003', false],
  ['\u0004', false],
  ['xn', false],
])('%j is %s', async (late, expected) => {
  const { answer, shown } = await answerTo({ late })
  expect(answer).toBe(expected)
  expect(shown).toBe(`Delete it? [y/N] ${expected ? 'yes' : 'no'}\n`)
})

it('Enter is the default', async () => {
  const { answer, shown } = await answerTo({ late: '\r' }, 'yes')
  expect(answer).toBe(true)
  expect(shown).toBe('Delete it? [Y/n] yes\n')
})

it('drops keys typed before the question, or within 300 ms after', async () => {
  expect((await answerTo({ before: 'y\r', early: 'y', late: 'n' })).answer).toBe(false)
})
