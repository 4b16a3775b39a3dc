import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Scripts of this repository, without those that most projects have. */
const own = Object.keys(scripts).filter(
  (name) => !['test', 'lint', 'build', 'format', 'setup'].includes(name),
)

const pages = ['start', 'concepts', 'use', 'extend', 'reference'].flatMap((folder) =>
  readdirSync(join(root, 'docs', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join('docs', folder, name))
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference/api')),
)

describe('pages for users', () => {
  it.each(pages)('%s names no script of this repository', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => own.includes(name))).toEqual([])
  })
})
