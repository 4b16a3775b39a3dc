import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { linkPlaces } from './link-places.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-links-'))
mkdirSync(join(folder, 'src'))
for (const name of ['src/a.ts', 'Makefile', 'src/ü.ts']) writeFileSync(join(folder, name), '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const stdout = process.stdout
const link = (path: string, line: number, text: string): string =>
  `\u001b]8;;${pathToFileURL(join(folder, path)).href}#${line}\u0007${text}\u001b]8;;\u0007`

describe('where the terminal supports links', () => {
  const linked = (text: string): string => {
    vi.stubEnv('FORCE_HYPERLINK', '1')
    return linkPlaces({ stdout }, text, folder)
  }

  it.each([
    ['src/a.ts:3', link('src/a.ts', 3, 'src/a.ts:3')],
    ['(src/a.ts:3:14)', `(${link('src/a.ts', 3, 'src/a.ts:3:14')})`],
    ['error in ./src/a.ts:3.', `error in ${link('src/a.ts', 3, './src/a.ts:3')}.`],
    ['Makefile:12: *** missing', `${link('Makefile', 12, 'Makefile:12')}: *** missing`],
    [`${folder}/src/a.ts:3`, link('src/a.ts', 3, `${folder}/src/a.ts:3`)],
    ['\u001b[31msrc/a.ts:3\u001b[39m', `\u001b[31m${link('src/a.ts', 3, 'src/a.ts:3')}\u001b[39m`],
  ])('%j is linked', (text, expected) => {
    expect(linked(text)).toBe(expected)
  })

  it.each([
    'src/gone.ts:3',
    'src/a.ts',
    'src/a.ts:x',
    'src/a.ts:3x',
    'xsrc/a.ts:3',
    '../amelia/src/a.ts:3',
    '/etc/passwd:1',
    'src:1:src',
    '12:30:05',
  ])('%s is not', (text) => {
    expect(linked(text)).toBe(text)
  })

  it('looks for few files, and takes linear time', () => {
    const before = process.cpuUsage()
    const many = Array.from({ length: 300 }, (_, number) => `gone-${number}.ts:1`).join(' ')
    expect(linked(`${many} src/a.ts:3`)).not.toContain('\u001b]8')
    linked('a/'.repeat(200_000))
    linked('a.'.repeat(200_000))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  })
})

it('changes nothing where it does not', () => {
  vi.stubEnv('FORCE_HYPERLINK', '0')
  expect(linkPlaces({ stdout }, 'src/a.ts:3', folder)).toBe('src/a.ts:3')
})
