import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { mapLinks } from '../../scripts/lib/site/map-links.ts'

/** Links between the Markdown files of the repository, as they are on the page of a code host. */
const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const list = (folder: string, recursive = false): string[] =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const readmes = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .map((name) => join(folder, name, 'README.md'))
    .filter((path) => existsSync(join(root, path)))

const files = [
  ...list('.'),
  ...list('docs', true).filter((path) => !path.startsWith('docs/reference/api/')),
  ...[...list('examples'), ...readmes('examples'), ...readmes('packages')],
]

/** The address of a heading: letters, digits, hyphens and underscores in lower case. */
const slug = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** The addresses of the headings of a page, and of its HTML anchors. */
const anchorsOf = (path: string): Set<string> => {
  const text = read(path).replace(/^(`{3,})[^]*?^\1$/gm, '')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => slug(title!))
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  return new Set([...headings, ...ids])
}

const findFaults = (path: string): string[] => {
  const faults: string[] = []
  mapLinks(read(path), (target, line) => {
    if (/^(?:[a-z]+:|\/)/.test(target)) return target
    const [file = '', hash = ''] = target.split('#')
    const found = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, found))) faults.push(`${path}:${line}  ${target} not found`)
    else if (hash !== '' && found.endsWith('.md') && !anchorsOf(found).has(hash))
      faults.push(`${path}:${line}  ${target} leads to no heading`)
    return target
  })
  return faults
}

it('lead to files and headings that exist', () => {
  expect(files).toContain('README.md')
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(findFaults)).toEqual([])
})

it.each([
  ['`amelia run`: flags, and more', 'amelia-run-flags-and-more'],
  ['RUN_LOCKED', 'run_locked'],
  ['[Plans](plans.md)', 'plans'],
])('the address of the heading %s is %s', (heading, address) => {
  expect(slug(heading)).toBe(address)
})
