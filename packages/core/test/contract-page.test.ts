import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as testing from '../src/testing.ts'
import { contractSuites } from './contract-suites.ts'

const page = readFileSync(new URL('../../../docs/extend/contracts.md', import.meta.url), 'utf8')

/** The rows of the table in the section of a suite. */
const rowsOf = (suite: string): string[] => {
  const sections = page.split(/^## /m).filter((section) => section.includes(`\`${suite}(`))
  expect(sections, `sections of docs/extend/contracts.md about ${suite}`).toHaveLength(1)
  const lines = sections[0]!.split('\n')
  const start = lines.indexOf('| rule | needs |')
  const rows = lines.slice(start + 2)
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith('|')),
  )
}

describe('docs/extend/contracts.md lists every case with the options that it needs', () => {
  it.each(Object.entries(contractSuites))('%s', (suite, cases) => {
    expect(cases.length).toBeGreaterThan(0)
    const rows = cases.map(({ name, missing }) => {
      const options = missing.map((option) => `\`${option}\``).join(', ')
      return `| ${[name, options].join(' | ').trim()} |`
    })
    expect(rowsOf(suite)).toEqual(rows)
  })

  it('and has a section for every suite', () => {
    const suites = Object.keys(testing).filter((name) => name.endsWith('Contract'))
    expect(Object.keys(contractSuites).toSorted()).toEqual(suites.toSorted())
  })
})

it('the names of cases are unique, and a case is covered if it misses nothing', () => {
  for (const [suite, cases] of Object.entries(contractSuites)) {
    const names = cases.map(({ name }) => name)
    expect(new Set(names).size, suite).toBe(names.length)
    for (const { name, covered, missing } of cases)
      expect([name, covered]).toEqual([name, missing.length === 0])
  }
})
