import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { mapLinks } from './map-links.ts'
import { isImage, isPage, pageAddress } from './page-address.ts'
import { symbolAddress } from './symbol-address.ts'

/** The sources of the site. */
export interface Stage {
  /** Text of each page, by its path on the site. */
  pages: Map<string, string>
  /** Files that are copied, by their path on the site; the value is the path in the repository. */
  copies: Map<string, string>
  /** Links that lead nowhere, each with its file and line. */
  faults: string[]
}

/**
 * Collects the pages of the site: the documents, the READMEs of packages and examples, and each file and
 * folder that they link to. Relative links, which lead to files of the repository, are changed to pages.
 */
export const stagePages = (root: string): Stage => {
  const stage: Stage = { pages: new Map(), copies: new Map(), faults: [] }
  const waiting = listPages(root)
  const known = new Set(waiting)

  const link = (from: string, target: string, line: number, label: string): string => {
    if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
    const [file = '', hash] = target.split('#')
    const found = posix.join(posix.dirname(from), file).replace(/\/$/, '')
    // A package or an example has one page: its README, which lists the folder.
    const path = known.has(`${found}/README.md`) ? `${found}/README.md` : found
    if (!existsSync(join(root, path))) {
      stage.faults.push(`${from}:${line}  ${target} not found`)
      return target
    }
    // The name of a symbol leads to its page in the reference.
    const [, symbol] = /^`(\w+)(?:\(\))?`$/.exec(label) ?? []
    if (path.startsWith('docs/reference/api/') && symbol !== undefined) {
      const place = symbolAddress(readFileSync(join(root, path), 'utf8'), symbol)
      if (place === undefined) stage.faults.push(`${from}:${line}  ${target} does not export ${symbol}`)
      return posix.relative(posix.dirname(pageAddress(from)), place ?? '')
    }
    // The address of the README is that of the start page.
    if (!known.has(path) && !path.startsWith('docs/reference/api/') && path !== 'README.md') {
      known.add(path)
      waiting.push(path)
    }
    const address = posix.relative(posix.dirname(pageAddress(from)), pageAddress(path))
    // The site writes a hyphen in the address of a heading where its text has an underscore.
    const heading = hash === undefined ? '' : `#${hash.replaceAll('_', '-')}`
    return `${address.startsWith('.') ? address : `./${address}`}${heading}`
  }

  for (const path of waiting) {
    if (isImage(path)) stage.copies.set(pageAddress(path), path)
    else if (isPage(path))
      stage.pages.set(
        pageAddress(path),
        mapLinks(readFileSync(join(root, path), 'utf8') + filesOf(root, path), (target, line, label) =>
          link(path, target, line, label),
        ),
      )
    else if (statSync(join(root, path)).isDirectory())
      stage.pages.set(
        pageAddress(path),
        listFolder(root, path, (name) => link(path, `${posix.basename(path)}/${name}`, 1, '')),
      )
    else stage.pages.set(pageAddress(path), showFile(root, path))
  }
  return stage
}

/** The documents, without the API reports, and the READMEs of packages and examples. */
const listPages = (root: string): string[] =>
  ['docs', 'packages', 'examples']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true, recursive: folder === 'docs' })
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .map((path) => (folder === 'docs' || path.endsWith('.md') ? path : `${path}/README.md`)),
    )
    .filter((path) => isPage(path) && !path.startsWith('docs/reference/api/') && existsSync(join(root, path)))
    .sort()

/** Lists the files of an example for the end of its page, to copy it without the repository. */
const filesOf = (root: string, path: string): string => {
  if (!/^examples\/[^/]+\/README\.md$/.test(path)) return ''
  const folder = join(root, posix.dirname(path))
  const names = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/(?:^|\/)(?:node_modules|dist|\.[^/]+)(?:\/|$)/.test(name) && name !== 'README.md')
    .sort()
  return `\n## All files\n\n${names.map((name) => `- [\`${name}\`](${name})`).join('\n')}\n`
}

/** Lists a folder. Its files have links, which `link` returns by their names; folders in it have none. */
const listFolder = (root: string, path: string, link: (name: string) => string): string => {
  const rows = readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !/^(?:node_modules|dist|\.)/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((entry) => (entry.isFile() ? `- [\`${entry.name}\`](${link(entry.name)})` : `- \`${entry.name}\``))
  return `# ${path}\n\nA folder of the repository, which contains:\n\n${rows.join('\n')}\n`
}

/** Shows a file as code. */
const showFile = (root: string, path: string): string => {
  const text = readFileSync(join(root, path), 'utf8')
  const longest = Math.max(3, ...(text.match(/`{3,}/g) ?? []).map((mark) => mark.length + 1))
  const fence = '`'.repeat(longest)
  const language = /\.(?:m(?=[jt]s$))?(\w+)$/.exec(path)?.[1] ?? 'text'
  return `# ${posix.basename(path)}\n\nThe file \`${path}\` of the repository:\n\n${fence}${language}\n${text.trimEnd()}\n${fence}\n`
}
