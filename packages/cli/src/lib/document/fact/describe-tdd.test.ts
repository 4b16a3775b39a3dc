import { checkPlan } from '@amelia/core'
import { phaseTable } from '@amelia/parser-phase-table'
import { expect, it } from 'vitest'
import { describeTdd } from './describe-tdd.ts'

const table = (rows: readonly string[], tdd?: 'full') => {
  const text = `# Text\n\n| Phase | Title | Depends on |\n|---|---|---|\n${rows.join('\n')}\n`
  const { plan } = checkPlan(text, { parsers: [phaseTable()] })
  return describeTdd(plan!, { tdd, hasTests: true })
}

it('names neighbours that must show the same in one clause', () => {
  const rows = [
    '| 1 | Write failing tests for slug | - |',
    '| 2 | Write failing tests for title | - |',
    '| 3 | Implement slug | 1 |',
    '| 4 | Implement title | 2 |',
  ]
  expect(table(rows)).toBe(
    'auto; each of 1, 2: its new tests must fail, the others pass; 3: pays for 1; 4: pays for 2 (to turn it off: amelia run --tdd off)',
  )
})

it('lists at most 20 phases', () => {
  const numbers = Array.from({ length: 30 }, (_, at) => at + 1)
  const rows = numbers.flatMap((number) => [
    `| ${number}a | Write failing tests for word${number} | - |`,
    `| ${number}b | Implement word${number} | ${number}a |`,
  ])
  expect(table(rows)).toContain('; 10b: pays for 10a; and 40 more phases, which --json lists (to turn')
})

it('ends after the rule of the level `full` for a plan without tests that come first', () => {
  expect(table(['| 1 | Set up | - |'], 'full')).toBe('full; each test fails first and passes afterwards')
})
