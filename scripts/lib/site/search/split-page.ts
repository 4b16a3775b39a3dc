/** A part of a page, as VitePress's search takes it. */
export interface SearchSection {
  /** The address of its heading, without `#`; empty at the begin of a page. */
  anchor: string
  /** The headings that lead to it, its own last. */
  titles: string[]
  /** Its words, after the page's aliases between two `aliasMark`. */
  text: string
}

/** Encloses the aliases of a page in the text of its first section. */
const aliasMark = '|:|'

/** Pages that the search leaves out: reasons and sources of the design, and files of examples. */
const hidden = /^(?:files\/|project\/(?:decisions\/|seeds\.|transcript\.|cases\.|claims\.))/

/** Pages of which only the headings and the names in code are found. */
const namesOnly = /^reference\//

/**
 * Splits the Markdown of a page into the sections that the search finds: one per heading. Of the reference of
 * types, a page is one section with its name and its first paragraph. `path` is the page's path on the site.
 */
export const splitPage = (path: string, markdown: string): SearchSection[] => {
  if (hidden.test(path) || path === 'index.md') return []
  const [, head = '', body = markdown] = /^---\n([^]*?)\n---\n([^]*)$/.exec(markdown) ?? []
  const [, aliases = ''] = /^aliases: \[(.*)\]$/m.exec(head) ?? []
  const sections = splitHeadings(body)
  if (path.startsWith('api/')) return sections.slice(0, 1).map(nameSymbol)
  return sections.map(({ anchor, titles, lines }, index) => {
    const words = namesOnly.test(path) ? namesIn(lines) : plainText(lines)
    const marked = index === 0 && aliases !== '' ? `${aliasMark}${aliases}${aliasMark}${words}` : words
    return { anchor, titles, text: marked }
  })
}

interface Heading {
  anchor: string
  titles: string[]
  lines: string[]
}

const splitHeadings = (body: string): Heading[] => {
  const sections: Heading[] = []
  const path: string[] = []
  const used = new Map<string, number>()
  let fence = ''
  for (const line of body.split('\n')) {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== '' && fence === '') fence = mark
    else if (mark !== '' && mark.startsWith(fence)) fence = ''
    const [, level = '', title = ''] = (fence === '' && /^(#{1,6}) (.+)$/.exec(line)) || []
    if (level === '') {
      sections.at(-1)?.lines.push(line)
      continue
    }
    const text = plainText([title])
    path.length = level.length - 1
    path[level.length - 1] = text
    const slug = slugify(text)
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    const anchor = level.length === 1 ? '' : count === 0 ? slug : `${slug}-${count}`
    sections.push({ anchor, titles: path.filter((each) => each !== undefined && each !== ''), lines: [] })
  }
  return sections
}

/** `Function: createRun()` is found as `createRun`. */
const nameSymbol = ({ titles, lines }: Heading): SearchSection => {
  const title = (titles.at(-1) ?? '').replace(/^[A-Z][\w ]*: /, '').replace(/\(\)$|<.*>$/, '')
  const first = lines.find((line) => /^[A-Z]/.test(line)) ?? ''
  return { anchor: '', titles: [title], text: plainText([first]) }
}

/** Words as a reader sees them, without marks, and without the programs in fences. */
const plainText = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/^(`{3,})[^]*?^\1$/gm, ' ')
    .replace(/<!--[^]*?-->/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`+|\*\*/g, '')
    .replace(/[*|]|^[-#>]+ |-{3,}/gm, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** The first code span of each row. */
const namesIn = (lines: readonly string[]): string =>
  lines.flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []).join(' ')

/** The address that the site gives to a heading. */
const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
