import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSeedFaults } from '../scripts/lib/seeds/find-seed-faults.ts'
import { findSeedTags } from '../scripts/lib/seeds/find-seed-tags.ts'
import { loadSeeds } from '../scripts/lib/seeds/load-seeds.ts'
import { readSeedDocument } from '../scripts/lib/seeds/read-seed-document.ts'
import { renderSeeds } from '../scripts/lib/seeds/render-seeds.ts'

const root = resolve(import.meta.dirname, '..')
const seeds = loadSeeds(root)
const { documents } = seeds

describe('docs/project/seeds.md', () => {
  it('has a row for each behaviour, and a place for each section', () => {
    const sizes = documents.map(({ name, behaviours, others }) => {
      const sections = new Set([...behaviours, ...others].map(({ section }) => section))
      return [name, behaviours.length, sections.size]
    })
    // The seeds are not part of the repository, so the numbers are fixed here.
    expect(sizes).toEqual([
      ['phased-execution', 94, 39],
      ['phased-execution-draft', 18, 18],
      ['task-based-execution', 17, 13],
      ['phase-execution-reference', 47, 28],
      ['intelligent-execution', 115, 43],
    ])
  })

  it('names a section without a behaviour once, and no section with one', () => {
    for (const { behaviours, others } of documents) {
      const names = others.map(({ section }) => section)
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter((name) => behaviours.some(({ section }) => section === name))).toEqual([])
    }
  })

  it('has a test or a reason for each row, existing source files, and no tags without a row', () => {
    expect([...seeds.faults, ...findSeedFaults(documents, seeds)]).toEqual([])
  })

  it('is what the rows and tags say; npm run seeds writes it', () => {
    expect(readFileSync(join(root, 'docs/project/seeds.md'), 'utf8')).toBe(renderSeeds(documents, seeds.tags))
  })
})

describe('the title of a scenario', () => {
  const files = ['packages', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
      .map((file) => `${folder}/${file}`)
      .filter((file) => file !== 'test/seeds-document.test.ts'),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

  it('names an existing document and section', () => {
    const titles = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/\(seed ([a-z-]+, .+)\)['"`]/g)].map(([, row]) => ({ file, row: row! })),
    )
    expect(titles.length).toBeGreaterThan(100)
    const known = documents.flatMap(({ name, behaviours, others }) =>
      [...behaviours, ...others].map(({ section }) => `${name}, ${section}`),
    )
    const isKnown = (row: string): boolean =>
      known.some((each) => each === row || each.startsWith(`${row} (`))
    expect(titles.filter(({ row }) => !isKnown(row))).toEqual([])
  })

  it('is in every test in packages/core/test/seeds, below a tag', () => {
    const scenarios = [...texts].filter(([file]) => file.startsWith('packages/core/test/seeds/'))
    expect(scenarios.length).toBeGreaterThanOrEqual(10)
    const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
    for (const [file, text] of scenarios) {
      const tests = count(text, /^ {2}it(?:\.each)?\(/gm)
      expect(count(text, /\(seed [a-z-]+, .+\)',(?:$| )/gm), file).toBe(tests)
      expect(count(text, /^ {2}\/\/ seed: .+\n {2}it(?:\.each)?\(/gm), file).toBe(tests)
    }
  })
})

describe('the rows of a document', () => {
  it('are read from lines, and headings without behaviours apart from them', () => {
    const text =
      '1 | Goals | runs alone | run-loop.ts end-run.ts\n2 | Goals | is quick | - | It is not.\n\n- | Problem | none\n'
    expect(readSeedDocument('paper', text)).toEqual({
      name: 'paper',
      behaviours: [
        { number: 1, section: 'Goals', behaviour: 'runs alone', code: ['run-loop.ts', 'end-run.ts'] },
        { number: 2, section: 'Goals', behaviour: 'is quick', code: [], reason: 'It is not.' },
      ],
      others: [{ section: 'Problem', reason: 'none' }],
    })
  })

  it.each([
    '1 | Goals | runs alone',
    'one | Goals | runs alone | run-loop.ts',
    '1 | Goals |  | run-loop.ts',
    '1 | Goals | runs alone | run-loop.ts | a reason | more',
    '- | Problem',
  ])('are refused in another form, with their line: %s', (line) => {
    expect(() => readSeedDocument('paper', `\n${line}\n`)).toThrow('docs/project/seeds/paper.txt:2 must be')
  })
})

describe('a tag', () => {
  const find = (...lines: string[]) => findSeedTags('a.test.ts', lines.join('\n'))
  const tag = (document: string, number: number, title: string) => ({
    document,
    number,
    file: 'a.test.ts',
    title,
  })

  it.each([
    ["it('works', () => {})", 'works'],
    ['it("works", async () => {', 'works'],
    ["it(\n  'works',\n  () => {},\n)", 'works'],
    ["it.each([\n  ['one', 1],\n])('works for %s', () => {})", 'works for %s'],
    ["describe.each(rows)('works', () => {})", 'works'],
    ['it.each`a\n${1}`("works", () => {})', 'works'],
    ['test.skipIf(!isLinux)(`works on ${system}`, () => {})', 'works on ${system}'],
  ])('names the test below it: %s', (test, title) => {
    expect(find("describe('all', () => {", '  // seed: paper 3', `  ${test}`)).toEqual({
      tags: [tag('paper', 3, title)],
      faults: [],
    })
  })

  it('can name several rows, in one line or more', () => {
    const { tags: found } = find('// seed: paper 3, draft 12', '// seed: paper 4', "it('works', () => {})")
    expect(found).toEqual([tag('paper', 3, 'works'), tag('draft', 12, 'works'), tag('paper', 4, 'works')])
  })

  it.each([
    ["const works = it('works', () => {})"],
    ["expect('works')"],
    ['', "it('works', () => {})"],
    ['// why', "it('works', () => {})"],
    ['it.each(rows)'],
    [],
  ])('above something else is a fault: %s', (...lines) => {
    expect(find('// seed: paper 3', ...lines)).toEqual({
      tags: [],
      faults: ['a.test.ts:1: the line below the tag must begin a test.'],
    })
  })

  it.each(['paper', 'paper three', 'paper 3 and 4', 'paper: 3', ''])('must name a row: "%s"', (list) => {
    const { tags: found, faults } = find(`// seed: ${list}`, "it('works', () => {})")
    expect(found).toEqual([])
    expect(faults).toEqual([`a.test.ts:1: "${list}" must be a document and a number.`])
  })
})

describe('the check of the rows', () => {
  const row = (number: number, more = '') => `${number} | Goals | runs alone | run-loop.ts${more}`
  const shown = (number: number, document = 'paper') => ({
    document,
    number,
    file: 'a.test.ts',
    title: 'works',
  })
  const check = (lines: string[], found: ReturnType<typeof shown>[], sources = ['run-loop.ts']) =>
    findSeedFaults([readSeedDocument('paper', lines.join('\n'))], {
      tags: found,
      isSource: (name) => sources.includes(name),
    })

  it('accepts rows with a test or a reason', () => {
    expect(check([row(1), row(2, ' | It differs.')], [shown(1)])).toEqual([])
  })

  it.each([
    ['a missing number', [row(1), row(3)], [shown(1), shown(3)], 'paper 3 must be paper 2.'],
    ['a repeated number', [row(1), row(1)], [shown(1)], 'paper 1 must be paper 2.'],
    ['a row without a test', [row(1)], [], 'paper 1 has neither a test nor a reason.'],
    [
      'an unknown number',
      [row(1)],
      [shown(1), shown(2)],
      'a.test.ts: "works" shows paper 2, which does not exist.',
    ],
    [
      'an unknown document',
      [row(1)],
      [shown(1), shown(1, 'draft')],
      'a.test.ts: "works" shows draft 1, which does not exist.',
    ],
    ['no source file', ['1 | Goals | runs alone | -'], [shown(1)], 'paper 1 names no source file.'],
  ])('reports %s', (_name, lines, found, fault) => {
    expect(check(lines, found)).toEqual([fault])
  })

  it('reports a source file that does not exist', () => {
    expect(check([row(1)], [shown(1)], [])).toEqual(['paper 1 names run-loop.ts, which does not exist.'])
  })
})

describe('a page', () => {
  it('has a table per document, with the tests of each row by file', () => {
    const document = readSeedDocument(
      'paper',
      '1 | Goals | runs alone | run-loop.ts packages/node/src/index.ts\n2 | Goals | is quick | - | It is not.\n- | Problem | has only sub-headings\n',
    )
    const page = renderSeeds(
      [document],
      [
        { document: 'paper', number: 1, file: 'test/b.test.ts', title: 'b | c' },
        {
          document: 'paper',
          number: 1,
          file: 'packages/core/test/seeds/a.test.ts',
          title: 'two (seed paper, Goals (of all))',
        },
        { document: 'paper', number: 1, file: 'packages/core/test/seeds/a.test.ts', title: 'one' },
        { document: 'other', number: 2, file: 'test/b.test.ts', title: 'another' },
      ],
    )
    expect(page).toContain('lists their 2 behaviours')
    expect(page.slice(page.indexOf('## paper'))).toBe(
      [
        '## paper\n',
        '| # | section | behaviour | code | tests, or why it differs |',
        '|---|---|---|---|---|',
        '| 1 | Goals | runs alone | `run-loop.ts`, `packages/node/src/index.ts` | `a.test.ts`: "one", "two"; `test/b.test.ts`: "b \\| c" |',
        '| 2 | Goals | is quick | | It is not. |',
        '\nSections without a behaviour:\n',
        '- Problem: has only sub-headings\n',
      ].join('\n'),
    )
  })
})
