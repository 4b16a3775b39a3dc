import { posix } from 'node:path'

/** A row of a table of symbols: a link and a description. */
const row = /^\| \[([^\]]+)\]\(([^)]+)\) \| (.*) \|$/gm
const reexport = /### .+\n\nRe-exports \[([^\]]+)\]\(([^)]+)\)(?:\n\n\*\*\*)?\n*/g

const head = '| Name | Description |\n| ------ | ------ |\n'

/** Puts the rows of a group of re-exported symbols into the table of its task, if the page has one. */
const joinGroups = (text: string): string =>
  text.replace(/\n\n## (.+) \(re-exported\)\n\n(?:\| Name .*\n\| -.*\n)/g, (_, title: string) =>
    text.includes(`## ${title}\n`) ? '\n' : `\n\n## ${title}\n\n${head}`,
  )

/** The address of a link to another page of the reference. */
const link = /\]\((?![a-z]+:|#|\/)([^)]+)\)/g

/**
 * Changes the sections of symbols that a door re-exports to tables like those of its other symbols, with the
 * descriptions of the doors that own them. `pages` contains the first page of each door by its path, and is
 * changed in place.
 */
export const listReexports = (pages: Map<string, string>): void => {
  /** By the path of a symbol. Links in a description are relative to the page that it comes from. */
  const descriptions = new Map<string, { from: string; description: string }>()
  const resolve = (page: string, address: string): string => posix.join(posix.dirname(page), address)
  for (const [page, text] of pages)
    for (const [, , address = '', description = ''] of text.matchAll(row))
      descriptions.set(resolve(page, address), { from: page, description })
  const describe = (page: string, address: string): string => {
    const { from = page, description = '' } = descriptions.get(resolve(page, address)) ?? {}
    return description.replace(link, (_, target: string) => {
      const moved = posix.relative(posix.dirname(page), resolve(from, target))
      return `](${moved})`
    })
  }
  for (const [page, text] of pages) {
    const sections = new RegExp(`(?:${reexport.source})+`, 'g')
    const listed = text.replace(sections, (block) => {
      const rows = [...block.matchAll(reexport)].map(
        ([, name, address = '']) => `| [${name}](${address}) | ${describe(page, address)} |\n`,
      )
      return `${head}${rows.join('')}\n`
    })
    pages.set(page, joinGroups(listed))
  }
}
