import { describe, expect, it } from 'vitest'
import { findReachable } from './find-reachable.ts'

const scripts = new Map([
  ['test', 'npm run build && node --test'],
  ['pretest', 'sh scripts/clean.sh; ./scripts/seed.sh'],
  ['build', 'tsc'],
  ['unit:a', 'vitest run'],
  ['unit:b', 'vitest run'],
  ['all', 'run-p "unit:*"'],
  ['lint', 'eslint src/a.js'],
  ['release', 'npm publish'],
])
const found = (...argv: string[]) => {
  const { scripts: names, files } = findReachable(argv, scripts)
  return { names: [...names].sort(), files: [...files].sort() }
}

describe('findReachable', () => {
  it.each([
    ['npm', 'test'],
    ['npm', 't'],
    ['pnpm', 'run', 'test'],
    ['yarn', 'test'],
  ])('follows scripts, and those before and after them: %s %s', (...argv) => {
    expect(found(...argv)).toEqual({
      names: ['build', 'pretest', 'test'],
      files: ['scripts/clean.sh', 'scripts/seed.sh'],
    })
  })

  it('follows patterns of script runners', () => {
    expect(found('npm', 'run', 'all').names).toEqual(['all', 'unit:a', 'unit:b'])
  })

  it.each([[['node', '--test']], [['npx', 'vitest', 'run', 'test']], [['cargo', 'test']]])(
    'reaches no script by a command that runs none: %j',
    (argv) => {
      expect(found(...argv).names).toEqual([])
    },
  )

  it('reaches files that are executed, and no files that are only read', () => {
    expect(found('node', '--enable-source-maps', 'tools/check.js', 'src/a.js').files).toEqual([
      'tools/check.js',
    ])
    expect(found('./check', 'src/a.js').files).toEqual(['check'])
    expect(found('npm', 'run', 'lint').files).toEqual([])
  })

  it('follows a circle of scripts once', () => {
    const circle = new Map([
      ['a', 'npm run b'],
      ['b', 'npm run a'],
    ])
    expect([...findReachable(['npm', 'run', 'a'], circle).scripts].sort()).toEqual(['a', 'b'])
  })
})
