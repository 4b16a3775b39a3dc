import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

/**
 * Finds the links of a built site that lead to no page, file or heading of it, and those of its Markdown
 * files that lead to no file. `folder` contains the site.
 *
 * Addresses may leave out `.html`, as servers of static sites do.
 */
export const findDeadLinks = (folder: string): string[] => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const known = new Set(files)
  const documents = files
    .filter((file) => file.endsWith('.md') || file.endsWith('.txt'))
    .map((file): [string, Set<string>] => {
      const prose = readFileSync(join(folder, file), 'utf8').replace(/(`{1,4})(?!`)[^]*?[^`]\1(?!`)/g, '')
      return [file, collect(prose, /\]\(([^()\s]+)\)/g)]
    })
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => {
        const html = readFileSync(join(folder, file), 'utf8')
        return [file, { ids: collect(html, /\sid="([^"]+)"/g), links: collect(html, /\shref="([^"]+)"/g) }]
      }),
  )

  const resolve = (from: string, address: string): string | undefined => {
    const path = address === '' ? from : posix.join('/', posix.dirname(from), address).slice(1)
    const absolute = address.startsWith('/') ? posix.normalize(address).slice(1) : path
    return [absolute, `${absolute}.html`, posix.join(absolute, 'index.html')].find((file) => known.has(file))
  }

  const links = [...documents, ...[...pages].map(([file, page]): [string, Set<string>] => [file, page.links])]
  return links.flatMap(([file, found]) =>
    [...found]
      .filter((link) => !/^[a-z]+:/.test(link))
      .flatMap((link) => {
        const [address = '', hash = ''] = link.split('#')
        const target = resolve(file, decodeURI(address))
        if (target === undefined) return [`${file}: ${link} leads to no page`]
        const ids = pages.get(target)?.ids
        const isHeading = hash === '' || ids === undefined || ids.has(decodeURIComponent(hash))
        return isHeading ? [] : [`${file}: ${link} leads to no heading`]
      }),
  )
}

const collect = (html: string, pattern: RegExp): Set<string> =>
  new Set([...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&')))
