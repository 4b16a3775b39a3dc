import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The npm scripts that a text names. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(([, script, test]) => script ?? test!)

it('AGENTS.md lists each npm script', () => {
  const table = read('AGENTS.md').split('\n## Layout')[0]!
  // `setup` contains `build`.
  const unlisted = Object.keys(scripts).filter((name) => name !== 'build' && !namesIn(table).includes(name))
  expect(unlisted).toEqual([])
})

it.each(['AGENTS.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', '.ci/run'])(
  '%s names only npm scripts that exist',
  (file) => {
    expect(namesIn(read(file)).filter((name) => scripts[name] === undefined)).toEqual([])
  },
)
