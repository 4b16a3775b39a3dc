import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { showInstalls } from '../scripts/lib/site/show-installs.ts'

/**
 * Each guide shows an example file by file. `npm run test:packages` copies the example into an empty folder
 * and runs its tests with the packed packages, so these tests only compare the guide with the example.
 */
const root = resolve(import.meta.dirname, '..')
const guides: Record<string, string> = {
  'command-runner': 'custom-commands',
  driver: 'custom-driver',
  'git-backend': 'git-wrapper',
  host: 'custom-host',
  parser: 'custom-parser',
  program: 'program-driver',
  reviewer: 'custom-reviewer',
  store: 'custom-store',
  strategy: 'http-strategy',
}

const readGuide = (name: string): string =>
  readFileSync(join(root, 'docs/extend/guides', `${name}.md`), 'utf8')

/** Joins the parts of each file that a guide shows. */
const shownFiles = (text: string): Map<string, string> => {
  const files = new Map<string, string>()
  for (const [, name, code] of text.matchAll(/^`([\w.-]+)`(?:, continued)?:\n\n```js\n([^]*?)\n```$/gm))
    files.set(name!, `${files.get(name!) ?? ''}${code!}\n`)
  return files
}

const withoutBlankLines = (text: string): string => text.replace(/\n\s*\n/g, '\n').trim()

it('each guide has an example', () => {
  const names = readdirSync(join(root, 'docs/extend/guides')).map((file) => file.replace('.md', ''))
  expect(names.toSorted()).toEqual(Object.keys(guides).toSorted())
})

describe.each(Object.entries(guides))('%s', (guide, example) => {
  const folder = join(root, 'examples', example)
  const text = readGuide(guide)
  const sources = readdirSync(folder).filter((file) => file.endsWith('.js'))

  it.each(sources)('shows %s in full', (file) => {
    const shown = shownFiles(text).get(file) ?? ''
    const source = readFileSync(join(folder, file), 'utf8')
    expect(withoutBlankLines(shown)).toBe(withoutBlankLines(source))
  })

  it('installs the packages of the example', () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const installed = /^npm install (.+)$/m.exec(showInstalls(text, true))?.[1]?.split(' ')
    expect(installed?.toSorted()).toEqual(Object.keys(dependencies).toSorted())
  })

  it('runs the tests of the example', () => {
    expect(existsSync(join(folder, 'README.md'))).toBe(true)
    expect(text).toContain('```sh\nnpm test\n```')
  })
})
