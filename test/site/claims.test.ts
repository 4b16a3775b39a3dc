import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The pages whose claims are listed, by their headings in `docs/project/claims.md`. */
const pages = {
  README: 'README.md',
  FAQ: 'docs/use/faq.md',
  Comparison: 'docs/project/comparison.md',
} as const

/** Text without links, emphasis and line breaks. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')

const claimsOf = (heading: string): { claim: string; option: string; file: string; title: string }[] => {
  const [, section = ''] = read('docs/project/claims.md').split(`\n## ${heading}\n`)
  return [...section.split('\n## ')[0]!.matchAll(/^\| (.+) \| (.+) \| `(\S+)`: (.+) \|$/gm)].map(
    ([, claim = '', option = '', file = '', title = '']) => ({ claim: plain(claim), option, file, title }),
  )
}

/** The parts of a page that state something about Amelia; each needs a claim in it. */
const statementsOf: Record<keyof typeof pages, () => string[]> = {
  README: () => {
    const text = read(pages.README)
    const rows = [...text.split('\n\nAmelia runs')[0]!.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].slice(1)
    const [, howItWorks = ''] = text.split('\n## How a run works\n')
    return [...rows.map(([, cell = '']) => cell), ...listItems(howItWorks.split('\n## ')[0]!)]
  },
  FAQ: () =>
    read(pages.FAQ)
      .split('\n## ')
      .slice(1)
      .map((part) => part.slice(part.indexOf('\n'))),
  Comparison: () => {
    const [, properties = ''] = read(pages.Comparison).split('\n## Properties of Amelia\n')
    const own = /^\| Amelia \|.*$/m.exec(read(pages.Comparison))?.[0] ?? ''
    return [...listItems(properties.split('\n## ')[0]!), own]
  },
}

const listItems = (text: string): string[] => [...text.matchAll(/^- (.+)$/gm)].map(([, item = '']) => item)

describe.each(Object.entries(pages))('the claims of the %s', (heading, page) => {
  const claims = claimsOf(heading)

  it.each(claims)('stand on its page, with a test that exists: $claim', ({ claim, file, title }) => {
    expect(plain(read(page))).toContain(claim)
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(read(file).replaceAll("\\'", "'")).toContain(title)
  })

  it.each(claims)('name flags that exist: $option', ({ option }) => {
    const flags = option.match(/--[a-z-]+/g) ?? []
    expect(flags.filter((flag) => !read('docs/use/cli.md').includes(`\`${flag}`))).toEqual([])
  })

  it('are in each of its statements', () => {
    const bare = statementsOf[heading as keyof typeof pages]().filter(
      (statement) => !claims.some(({ claim }) => plain(statement).includes(claim)),
    )
    expect(claims.length).toBeGreaterThan(5)
    expect(bare).toEqual([])
  })
})

/** Files of the packages that a run of the command line loads, which open connections, with their reason. */
const connects: Readonly<Record<string, string>> = {
  'packages/cli/src/lib/command/plan/fetch-page.ts': 'the address that `amelia plan` is given',
  'packages/git-isomorphic/src/lib/remote/fetch-branch.ts': 'the remote that a program names',
  'packages/node/src/lib/range/is-range-free.ts': 'listens, to find free ports',
}

it('the packages of the command line open connections only in the files listed here', () => {
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    /^(?:core|node|cli|amelia|agent-process|markdown|parsers|parser-.*|git-isomorphic)$/.test(name),
  )
  const files = packages.flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join('packages', name, 'src', file)),
  )
  const found = files.filter((file) =>
    /\bfetch\(|import (?!type).* from '(?:node:(?:https?|http2|net|tls|dgram)|undici)'/.test(read(file)),
  )
  expect(found.sort()).toEqual(Object.keys(connects).sort())
})
