import { expect, it } from 'vitest'
import { homePage } from '../../scripts/lib/site/home-page.ts'
import { inlinePictures } from '../../scripts/lib/site/inline-pictures.ts'
import { listReexports } from '../../scripts/lib/site/list-reexports.ts'
import { writeLlms } from '../../scripts/lib/site/write-llms.ts'

it('puts the first screen in place of the title of the index', () => {
  expect(homePage('# Documentation\n\nText.\n')).toMatch(/^---\nlayout: start-page\n[^]*\n---\n\n\nText\.\n$/)
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
