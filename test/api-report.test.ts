import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApiReports } from '../scripts/lib/api-report.ts'

const root = resolve(import.meta.dirname, '..')
const reports = createApiReports(root)
const committed = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''

describe('the API report of a door', () => {
  it.each(reports)('of $door matches its source; npm run api writes it', ({ file, text }) => {
    expect(committed(file)).toBe(text)
  })

  it('exists for every door and for nothing else', () => {
    const files = readdirSync(join(root, 'docs/api')).map((name) => `docs/api/${name}`)
    expect(files.sort()).toEqual(reports.map(({ file }) => file).sort())
  })

  it('lists a type that no door exports, if an exported type refers to it', () => {
    const { names, text } = reports.find(({ door }) => door === '@amelia/core/machine')!
    expect(names).not.toContain('InputDraft')
    expect(names).not.toContain('StepObservation')
    const [, inner = ''] = text.split('\n## Types that no door exports\n')
    expect(inner).toContain('interface StepObservation {')
    expect(inner).not.toContain('InputDraft')
  })
})

describe('the doors of core', () => {
  const door = (name: string) => reports.find((report) => report.door === name)!

  it('are four', () => {
    const doors = reports.map((report) => report.door).filter((name) => /^@amelia\/core(?:$|\/)/.test(name))
    expect(doors).toEqual([
      '@amelia/core',
      '@amelia/core/machine',
      '@amelia/core/plugin',
      '@amelia/core/testing',
    ])
  })

  it('have at most 140 names for programs', () => {
    expect(door('@amelia/core').names.length).toBeLessThanOrEqual(140)
  })

  it('name each export of the main door', () => {
    expect(readFileSync(join(root, 'packages/core/src/index.ts'), 'utf8')).not.toContain('export *')
  })
})
