import { describe, expect, it } from 'vitest'
import { missingClaims } from './missing-claims.ts'

const files = ['src/lib/a.js', 'src/b.js', 'test/b.test.js', 'old.js', 'new.js', 'a, b.txt']
const missing = (...entries: string[]): string[] => missingClaims(new Map([['phase', entries]]), files)

describe('missingClaims', () => {
  it.each([
    'src/b.js',
    './src/b.js',
    '/src/b.js',
    'src',
    'src/lib/',
    'b.js',
    'lib/a.js',
    'test/*.test.js',
    'src/**',
    'src/{b,c}.js',
    'src/?.js',
    'old.js -> new.js',
    'test/b.test.js (new)',
    'a, b.txt',
  ])('finds the change that %s names', (entry) => {
    expect(missing(entry)).toEqual([])
  })

  it('lists each other name once, as it was read', () => {
    expect(missing('package.json (read)', './package.json', '/tmp/notes.txt', 'src/*.ts', 'rc/b.js')).toEqual(
      ['package.json', '/tmp/notes.txt', 'src/*.ts', 'rc/b.js'],
    )
    expect(missingClaims(undefined, files)).toEqual([])
  })

  it('lists at most forty files', () => {
    expect(missing(...Array.from({ length: 99 }, (_, index) => `f${index}`))).toHaveLength(40)
  })
})
