import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as core from '@amelia/core'
import * as machine from '@amelia/core/machine'
import * as plugin from '@amelia/core/plugin'
import * as view from '@amelia/core/view'
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
    const files = readdirSync(join(root, 'docs/reference/api')).map((name) => `docs/reference/api/${name}`)
    expect(files.sort()).toEqual(reports.map(({ file }) => file).sort())
  })

  // Else a program could not name the type, and the reference could not link it.
  it.each(reports)('of $door refers only to types that a door exports', ({ text }) => {
    expect(text.split('\n## Types that no door exports\n')[1] ?? '').toBe('')
  })
})

describe('the doors of core', () => {
  it('export no type that no public declaration names', () => {
    const declarations = reports.flatMap(({ door: name, text }) =>
      (/```ts\n(.*?)\n```/s.exec(text)?.[1] ?? '')
        .split(/\n\n(?=(?:const|class|interface|type) )/)
        .map((declaration) => ({
          name,
          declaration,
          own: /^(?:interface|type) (\w+)/.exec(declaration)?.[1],
        })),
    )
    const types = declarations.flatMap(({ name, own }) =>
      own !== undefined && /^@amelia\/core(?!\/testing)/.test(name) ? [own] : [],
    )
    const isNamed = (type: string): boolean =>
      declarations.some(
        ({ declaration, own }) => own !== type && new RegExp(`\\b${type}\\b`).test(declaration),
      )
    expect([...new Set(types)].filter((type) => !isNamed(type))).toEqual([])
  })

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

  it.each([
    ['@amelia/core', 40, core],
    ['@amelia/core/plugin', 40, plugin],
    ['@amelia/core/machine', 15, machine],
    ['@amelia/core/view', 30, view],
  ])('of %s have at most %i functions and constants', (_, most, values) => {
    expect(Object.keys(values).length).toBeLessThanOrEqual(most)
  })

  it('name each export of the main door', () => {
    expect(readFileSync(join(root, 'packages/core/src/index.ts'), 'utf8')).not.toContain('export *')
  })
})
