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

  // Else a program could not name the type, and the reference could not link it.
  it.each(reports)('of $door refers only to types that a door exports', ({ text }) => {
    expect(text.split('\n## Types that no door exports\n')[1] ?? '').toBe('')
  })
})

describe('the doors of core', () => {
  const door = (name: string) => reports.find((report) => report.door === name)!

  it('are five', () => {
    const doors = reports.map((report) => report.door).filter((name) => /^@amelia\/core(?:$|\/)/.test(name))
    expect(doors).toEqual([
      '@amelia/core',
      '@amelia/core/machine',
      '@amelia/core/plugin',
      '@amelia/core/testing',
      '@amelia/core/view',
    ])
  })

  it('have at most 50 functions and constants for programs', () => {
    const { names, text } = door('@amelia/core')
    const types = names.filter((name) => new RegExp(`^(?:interface|type) ${name}\\b`, 'm').test(text))
    expect(names.length - types.length).toBeLessThanOrEqual(50)
  })

  it('name each export of the main door', () => {
    expect(readFileSync(join(root, 'packages/core/src/index.ts'), 'utf8')).not.toContain('export *')
  })
})
