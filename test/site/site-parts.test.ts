import { expect, it } from 'vitest'
import { countRows, homePage } from '../../scripts/lib/site/home-page.ts'
import { inlinePictures } from '../../scripts/lib/site/inline-pictures.ts'
import { listReexports } from '../../scripts/lib/site/list-reexports.ts'
import { writeLlms } from '../../scripts/lib/site/write-llms.ts'

it('writes a start page with figures, four tabs of four lines, and at most nine links', () => {
  const page = homePage({ cheats: 12, formats: 8, failures: 15 })
  expect(page).toMatch(/^---\nlayout: start-page\n[^]*\n---\n/)
  for (const figure of ['12 ways', '8 kinds', '15 classes']) expect(page).toContain(figure)
  const tabs = [...page.matchAll(/^```\w+ \[(.+)\]\n([^]*?)\n```$/gm)]
  expect(tabs.map(([, title]) => title)).toEqual(['Claude', 'Codex', 'Any agent', 'SDK'])
  for (const [, , lines = ''] of tabs) expect(lines.split('\n')).toHaveLength(4)
  expect(page.match(/\]\(\.\/[^)]*\.md\)/g)?.length).toBeLessThanOrEqual(9)
})

it('counts the rows of a table, and fails without it', () => {
  expect(countRows('# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nText', 'x')).toBe(2)
  expect(() => countRows('# A\n', 'x')).toThrow('No table begins')
})

it('replaces SVG pictures by both of their drawings, without style, with ids of their own', () => {
  const svg =
    '<svg width="1"><style>svg{}</style>\n<marker id="arrow"/><path marker-end="url(#arrow)"/></svg>\n'
  const read: string[] = []
  const text = inlinePictures('![A "b"](images/concepts/x.svg)\n\n![c](y.png)\n', (address) => {
    read.push(address)
    return svg
  })
  expect(read).toEqual(['images/concepts/x.svg', 'images/concepts/x-tall.svg'])
  const drawing = (shape: string, id: string): string =>
    `<svg class="${shape}" role="img" aria-label="A &quot;b&quot;" width="1"><marker id="${id}"/><path marker-end="url(#${id})"/></svg>`
  expect(text).toBe(
    `<div class="picture">${drawing('wide', 'arrow-x')}${drawing('tall', 'arrow-x-tall')}</div>\n\n![c](y.png)\n`,
  )
})

it('lists the pages of the navigation for programs, with links to Markdown', () => {
  const pages = [{ title: 'Plans', path: 'docs/concepts/plans.md', contents: 'see [files](../a.md)' }]
  expect(writeLlms([{ title: 'Start', pages }], 'Runs plans.')).toBe(
    '# Amelia\n\n> Runs plans.\n\n## Start\n\n- [Plans](/concepts/plans.md): see files\n',
  )
})

it('lists what a door re-exports with the descriptions of the door that owns it', () => {
  const section = (name: string, end: string): string =>
    `### ${name}\n\nRe-exports [${name}](plugin/interfaces/${name}.md)\n${end}`
  const pages = new Map([
    ['core/index.md', `## A\n\n${section('X', '\n***\n\n')}${section('Y', '\n')}## B\n\nText.\n`],
    [
      'core/plugin/index.md',
      '| Name | Description |\n| [X](interfaces/X.md) | An X \\| [Y](interfaces/Y.md). |\n',
    ],
  ])
  listReexports(pages)
  expect(pages.get('core/index.md')).toBe(
    '## A\n\n| Name | Description |\n| ------ | ------ |\n| [X](plugin/interfaces/X.md) | An X \\| [Y](plugin/interfaces/Y.md). |\n| [Y](plugin/interfaces/Y.md) |  |\n\n## B\n\nText.\n',
  )
  expect(pages.get('core/plugin/index.md')).toContain('| [X](interfaces/X.md) | An X')
})

it('adds the re-exported symbols of a task to the table of the door', () => {
  const table = (...names: string[]): string =>
    `| Name | Description |\n| ------ | ------ |\n${names.map((name) => `| [${name}](types/${name}.md) | Text. |\n`).join('')}`
  const section = (name: string): string => `### ${name}\n\nRe-exports [${name}](../types/${name}.md)\n\n`
  const pages = new Map([
    [
      'core/plugin/index.md',
      `# P\n\n## A\n\n${table('X')}\n## A (re-exported)\n\n${section('Y')}## B (re-exported)\n\n${section('Y')}`,
    ],
    ['core/index.md', table('Y')],
  ])
  listReexports(pages)
  const row = '| [Y](../types/Y.md) | Text. |\n'
  expect(pages.get('core/plugin/index.md')?.trimEnd()).toBe(
    `# P\n\n## A\n\n${table('X')}${row}\n## B\n\n| Name | Description |\n| ------ | ------ |\n${row}`.trimEnd(),
  )
})
