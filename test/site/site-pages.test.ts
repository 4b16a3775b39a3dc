import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDeadLinks } from '../../scripts/lib/site/find-dead-links.ts'
import { mapLinks } from '../../scripts/lib/site/map-links.ts'
import { pageAddress } from '../../scripts/lib/site/page-address.ts'
import { readNavigation } from '../../scripts/lib/site/read-navigation.ts'
import { stagePages } from '../../scripts/lib/site/stage-pages.ts'

const createFolder = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Returns all folders above a page: `a` and `a/b` for `a/b/c.md`. */
const foldersOf = (page: string): string[] => {
  const parts = page.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

it.each([
  ['docs/index.md', 'index.md'],
  ['docs/extend/guides/driver.md', 'extend/guides/driver.md'],
  ['docs/reference/api/core.md', 'api/index.md'],
  ['docs/project/decisions/README.md', 'project/decisions/index.md'],
  ['docs/images/a.png', 'images/a.png'],
  ['packages/node/README.md', 'packages/node.md'],
  ['examples/README.md', 'examples/index.md'],
  ['README.md', 'index.md'],
  ['AGENTS.md', 'project/agents.md'],
  ['examples/demo/plan.md', 'files/examples/demo/plan-md.md'],
  ['examples/http/node.js', 'files/examples/http/node.js.md'],
  ['examples/browser/index.html', 'files/examples/browser/index-html.md'],
])('%s is %s on the site', (path, address) => {
  expect(pageAddress(path)).toBe(address)
})

it('changes links and images, but not code', () => {
  const text =
    '[a](x.md) ![b](y.png) `[c](x.md)`\n\n```md\n[d](x.md)\n```\n\n````md\n```\n[e](x.md)\n```\n````\n[f](x.md#g)'
  const lines: number[] = []
  const mapped = mapLinks(text, (target, line) => {
    lines.push(line)
    return target.toUpperCase()
  })
  expect(mapped).toBe(
    '[a](X.MD) ![b](Y.PNG) `[c](x.md)`\n\n```md\n[d](x.md)\n```\n\n````md\n```\n[e](x.md)\n```\n````\n[f](X.MD#G)',
  )
  expect(lines).toEqual([1, 1, 12])
})

describe('the sources of the site', () => {
  it('lead from the folder of a package to the page of its README', () => {
    const root = createFolder({
      'docs/index.md': '[p](../packages/p) and [s](../packages/p/src/)',
      'packages/p/README.md': '# P',
      'packages/p/src/index.ts': 'export {}\n',
      'packages/README.md': '# All',
      'examples/README.md': '# E',
      'README.md': '# R',
    })
    const { pages, faults } = stagePages(root)
    expect(faults).toEqual([])
    expect(pages.get('index.md')).toBe('[p](./packages/p.md) and [s](./files/packages/p/src.md)')
    expect(pages.has('files/packages/p.md')).toBe(false)
  })

  it('have no page that shares its address with a folder', () => {
    const { pages } = stagePages(resolve(import.meta.dirname, '../..'))
    const folders = new Set([...pages.keys()].flatMap(foldersOf))
    expect([...pages.keys()].filter((page) => folders.has(page.replace(/\.md$/, '')))).toEqual([])
  })

  it('list the files of an example on its page, each as code', () => {
    const root = createFolder({
      'docs/index.md': '# D',
      'packages/p/README.md': '# P',
      'README.md': '# R',
      'examples/README.md': '# E',
      'examples/e/README.md': '# An example\n',
      'examples/e/run.js': 'run()\n',
    })
    const { pages, faults } = stagePages(root)
    expect(pages.get('examples/e.md')).toBe(
      '# An example\n\n## All files\n\n- [`run.js`](../files/examples/e/run.js.md)\n',
    )
    expect(pages.get('files/examples/e/run.js.md')).toContain('```js\nrun()\n```')
    expect(faults).toEqual([])
  })

  it('contain each file that a page links to, as code, and name links that lead nowhere', () => {
    const root = createFolder({
      'docs/index.md': '[p](../packages/p/README.md#use_it) [e](../examples/e/run.mjs) [x](missing.md)',
      'packages/p/README.md':
        '# P\n\n[back](../../docs/index.md) [start](../../README.md) [folder](../../examples/e)',
      'README.md': '# R',
      'examples/README.md': '# E',
      'examples/e/run.mjs': 'run()\n```\n',
    })
    const { pages, faults } = stagePages(root)
    expect(faults).toEqual(['docs/index.md:1  missing.md not found'])
    // The address of the README is that of the index, which it must not replace.
    expect(Object.fromEntries(pages)).toMatchObject({
      'index.md': '[p](./packages/p.md#use-it) [e](./files/examples/e/run.mjs.md) [x](missing.md)',
      'packages/p.md': '# P\n\n[back](../index.md) [start](../index.md) [folder](../files/examples/e.md)',
      'files/examples/e/run.mjs.md': expect.stringContaining('````js\nrun()\n```\n````'),
      'files/examples/e.md': expect.stringContaining('- [`run.mjs`](./e/run.mjs.md)'),
    })
  })

  it('link the name of a symbol to its page in the reference', () => {
    const report = '# @amelia/p/plugin\n\ninterface Request {\n}\n\nconst send: (to: string) => void\n'
    const root = createFolder({
      'docs/reference/api/p-plugin.md': report,
      'docs/extend/guides/a.md': ['`Request`', '`send()`', 'report', '`Reply`']
        .map((label) => `[${label}](../../reference/api/p-plugin.md)`)
        .join(' '),
      'packages/p/README.md': '',
      'examples/README.md': '',
    })
    const { pages, faults } = stagePages(root)
    const [request, send, door] = pages.get('extend/guides/a.md')!.split(' ')
    expect(request).toBe('[`Request`](../../api/@amelia/p/plugin/interfaces/Request.md)')
    expect(send).toBe('[`send()`](../../api/@amelia/p/plugin/functions/send.md)')
    expect(door).toBe('[report](../../api/index.md)')
    expect(faults).toEqual([
      'docs/extend/guides/a.md:1  ../../reference/api/p-plugin.md does not export Reply',
    ])
  })

  it('of this repository link only to files that exist', () => {
    expect(stagePages(resolve(import.meta.dirname, '../..')).faults).toEqual([])
  })
})

it('reads the navigation from the tables of the index', () => {
  const index =
    '# D\n\n## A\n\n| page | contents |\n|---|---|\n| [`X`](x.md) | one |\n| [Y](../packages/y/README.md) | two |\n\n## B\n\ntext\n'
  expect(readNavigation(index)).toEqual([
    {
      title: 'A',
      pages: [
        { title: 'X', path: 'docs/x.md', contents: 'one' },
        { title: 'Y', path: 'packages/y/README.md', contents: 'two' },
      ],
    },
  ])
})

it('finds links of a built site to pages and headings that do not exist', () => {
  const folder = createFolder({
    'index.html': '<a href="/a"><a href="./a#one"><a href="a#two"><a href="/b"><a href="https://x.y/z">',
    'a.html': '<h1 id="one"><a href="/"><a href="#one"><a href="#three"><a href="/files/x.png">',
    'files/x.png': '',
  })
  expect(findDeadLinks(folder).sort()).toEqual([
    'a.html: #three leads to no heading',
    'index.html: /b leads to no page',
    'index.html: a#two leads to no heading',
  ])
})
