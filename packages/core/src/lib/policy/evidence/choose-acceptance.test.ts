import { expect, it } from 'vitest'
import type { Acceptance } from '../../plan/model/acceptance.ts'
import { chooseAcceptance } from './choose-acceptance.ts'

const check = (command: string, more: Partial<Acceptance> = {}): Acceptance => ({
  command,
  expectExitCode: 0,
  line: 1,
  ...more,
})
const choose = (acceptance: Acceptance[], on: 'attempt' | 'merged' = 'attempt', ran: string[][] = []) => {
  const { green, red } = chooseAcceptance(acceptance, { on, ran: ran.map((argv) => ({ argv })) })
  return { green: green.map(({ command }) => command), red: red.map(({ command }) => command) }
}
const fails = { expectExitCode: 'fail' } as const

it('separates expected failures from the others, and runs each once', () => {
  expect(
    choose([check('t', fails), check('t'), check('t', { line: 9 }), check('t', fails), check('l')]),
  ).toEqual({
    green: ['t', 'l'],
    red: ['t'],
  })
})

it('tells checks with other folders, outputs and codes apart', () => {
  const different = [check('t'), check('t', { cwd: 'a' }), check('t', { expectedOutputPattern: 'x' })]
  expect(choose([...different, check('t', { expectExitCode: 2 })]).green).toHaveLength(4)
})

it('does not repeat a configured check, unless something else is expected of it', () => {
  expect(choose([check('npm  test'), check('npm test', fails)], 'attempt', [['npm', 'test']])).toEqual({
    green: [],
    red: ['npm test'],
  })
})

it('expects no failure of a merged tree', () => {
  expect(choose([check('t', fails), check('t')], 'merged')).toEqual({ green: ['t'], red: [] })
})
