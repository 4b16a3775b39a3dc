import { expect, it } from 'vitest'
import { homePage } from '../../scripts/lib/site/home-page.ts'
import { inlinePictures } from '../../scripts/lib/site/inline-pictures.ts'
import { writeLlms } from '../../scripts/lib/site/write-llms.ts'

it('puts the first screen in place of the title of the index', () => {
  expect(homePage('# Documentation\n\nText.\n')).toMatch(/^---\nlayout: home\n[^]*\n---\n\n\nText\.\n$/)
})

it('replaces SVG pictures by their markup, without style, with ids of their own', () => {
  const svg =
    '<svg width="1"><style>svg{}</style>\n<marker id="arrow"/><path marker-end="url(#arrow)"/></svg>\n'
  const text = inlinePictures('![A "b"](images/concepts/x.svg)\n\n![c](y.png)\n', () => svg)
  expect(text).toBe(
    '<div class="picture" tabindex="0"><svg role="img" aria-label="A &quot;b&quot;" width="1"><marker id="arrow-x"/><path marker-end="url(#arrow-x)"/></svg></div>\n\n![c](y.png)\n',
  )
})

it('lists the pages of the navigation for programs, with links to Markdown', () => {
  const pages = [{ title: 'Plans', path: 'docs/plans.md', contents: 'see [files](../a.md)' }]
  expect(writeLlms([{ title: 'Start', pages }], 'Runs plans.')).toBe(
    '# Amelia\n\n> Runs plans.\n\n## Start\n\n- [Plans](/plans.md): see files\n',
  )
})
