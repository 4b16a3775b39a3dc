import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { stagePages } from '../../scripts/lib/site/stage-pages.ts'
import { symbolAddress } from '../../scripts/lib/site/symbol-address.ts'
import { searchQuestions } from '../../scripts/lib/site/search/search-questions.ts'
import {
  type PageIndex,
  searchOptions,
  searchSettings,
} from '../../scripts/lib/site/search/search-settings.ts'
import { splitPage } from '../../scripts/lib/site/search/split-page.ts'

const root = resolve(import.meta.dirname, '../..')

interface Index extends PageIndex<{ id: string }> {
  add(section: object): void
}

/** Pages of the reference, by the names in the API reports: their texts are written from the docstrings. */
const referencePages = (): [path: string, text: string][] =>
  ['core', 'core-plugin', 'node', 'driver-claude', 'amelia'].flatMap((name) => {
    const report = readFileSync(join(root, 'docs/reference/api', `${name}.md`), 'utf8')
    const names = [...report.matchAll(/^(?:class|const|interface|type) (\w+)/gm)].map(([, each = '']) => each)
    return names.map((each): [string, string] => [
      symbolAddress(report, each) ?? '',
      `# Function: ${each}()\n`,
    ])
  })

/** The index of the site, as VitePress makes it from the same sections. */
const createIndex = async (pages: Iterable<readonly [string, string]>): Promise<Index> => {
  const vitepress = createRequire(createRequire(import.meta.url).resolve('vitepress'))
  const { default: MiniSearch } = (await import(pathToFileURL(vitepress.resolve('minisearch')).href)) as {
    default: new (options: object) => Index
  }
  const { fields, extractField, processTerm } = searchSettings
  const storeFields = ['title', 'titles']
  const index = new MiniSearch({ fields, storeFields, extractField, processTerm, searchOptions })
  for (const [path, text] of pages)
    for (const { anchor, titles, text: words } of splitPage(path, text)) {
      const page = `/${path.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '')}`
      const id = anchor === '' ? page : `${page}#${anchor}`
      index.add({ id, text: words, title: titles.at(-1), titles: titles.slice(0, -1) })
    }
  return index
}

describe('the search of the site', () => {
  let index: Index
  beforeAll(async () => {
    index = await createIndex([...stagePages(root).pages, ...referencePages()])
  })
  const find = (query: string): string[] => searchSettings.searchPages(index, query).map(({ id }) => id)
  const firstPage = (query: string): string => (find(query)[0] ?? '').split('#')[0]!

  it('answers at least 36 of 40 questions with its first result, and none without a result', () => {
    const questions = Object.entries(searchQuestions)
    expect(questions.length).toBeGreaterThanOrEqual(40)
    expect(questions.filter(([query]) => find(query).length === 0)).toEqual([])
    const wrong = questions.filter(([query, pages]) => !pages.includes(firstPage(query)))
    expect(wrong.map(([query]) => `${query}: ${find(query).slice(0, 3).join(' ')}`).slice(4)).toEqual([])
  })

  it('corrects a typing error in a word of six letters, and completes one of four', () => {
    expect(firstPage('monorpeo')).toBe('/use/monorepos')
    expect(firstPage('mono')).toBe('/use/monorepos')
  })

  it('ignores words that are in every question', () => {
    expect(firstPage('how do I use it with claude?')).toBe(firstPage('use with claude'))
  })

  it('leaves out decisions, the source documents and the recorded session', () => {
    const queries = ['fencing', 'lease', 'seeds', 'transcript', 'decision']
    const found = queries
      .flatMap(find)
      .filter((id) => /^\/(?:project\/(?:decisions|seeds|transcript)|files)/.test(id))
    expect(found).toEqual([])
  })

  it('has an index of at most 200 kB, compressed', () => {
    expect(brotliCompressSync(JSON.stringify(JSON.stringify(index))).length).toBeLessThanOrEqual(200_000)
  })
})

describe('splitPage', () => {
  it('splits a page at its headings, without programs, links and marks', () => {
    const page =
      '---\naliases: [one, two]\n---\n# Title\n\nText with a [link](a.md).\n\n```sh\nls\n# no heading\n```\n\n## A `b`: c\n\n| x | y |\n|---|---|\n\n## A `b`: c\n'
    expect(splitPage('use/x.md', page)).toEqual([
      { anchor: '', titles: ['Title'], text: '|:|one, two|:|Text with a link.' },
      { anchor: 'a-b-c', titles: ['Title', 'A b: c'], text: 'x y' },
      { anchor: 'a-b-c-1', titles: ['Title', 'A b: c'], text: '' },
    ])
  })

  it('takes names only from the pages that are looked up, and one section from a symbol', () => {
    expect(splitPage('reference/errors.md', '# E\n\n| `A_B` | why |\n')[0]?.text).toBe('A_B')
    expect(splitPage('api/@amelia/core/functions/f.md', '# Function: f()\n\nDoes it.\n\n## See\n')).toEqual([
      { anchor: '', titles: ['f'], text: 'Does it.' },
    ])
    expect(splitPage('project/decisions/001-x.md', '# X\n')).toEqual([])
  })
})
