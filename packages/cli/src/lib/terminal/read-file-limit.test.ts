import { expect, it } from 'vitest'
import { readFileLimit, refuseFewFiles, warnOfFewFiles } from './read-file-limit.ts'

it('reads the limit of this process', () => {
  expect(readFileLimit() ?? 1_000).toBeGreaterThan(100)
})

it('refuses a limit with which a run cannot be loaded', () => {
  expect(() => refuseFewFiles(40)).toThrow(
    'at least 100 open files, and 4 more for each phase at once; the limit is 40.',
  )
  for (const limit of [100, 20_000, undefined]) refuseFewFiles(limit)
})

it('warns of a limit that is too low for the phases at once', () => {
  const warned = (phases: number, limit: number): string => {
    let text = ''
    warnOfFewFiles({ quiet: false, error: (piece) => void (text += piece) }, phases, limit)
    return text
  }
  expect(warned(12, 128)).toBe(
    'warning: 12 phases at once may need 148 open files; the limit is 128. Raise it (ulimit -n 4096), or use --concurrency 7.\n',
  )
  expect(warned(7, 128)).toBe('')
  expect(warned(2, 100)).toContain('--concurrency 1.')
})
