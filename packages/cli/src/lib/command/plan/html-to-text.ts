/** Elements whose content is not text of the page. */
const hidden: ReadonlySet<string> = new Set([
  ...['head', 'script', 'style', 'noscript', 'template', 'svg', 'nav', 'footer', 'button', 'select'],
])

/** Elements that begin a line. */
const blocks: ReadonlySet<string> = new Set([
  ...['p', 'div', 'br', 'hr', 'ul', 'ol', 'table', 'tr', 'pre', 'blockquote', 'section', 'article', 'main'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'dl', 'dt', 'dd', 'li', 'details', 'summary', 'form'],
])

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Returns the text of an HTML page, one line per block, in linear time. */
export const htmlToText = (html: string): string => {
  // Other letters may become longer, such as the dotted I of Turkish, which would shift all places.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const parts: string[] = []
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    parts.push(html.slice(at, open < 0 ? undefined : open))
    if (open < 0) break
    const [, slash = '', name] = /^<(\/?)([a-z][a-z\d]*)/.exec(lower.slice(open, open + 20)) ?? []
    if (name === undefined && !/^<[!?/]/.test(html.slice(open, open + 2))) {
      parts.push('<')
      at = open + 1
      continue
    }
    const end = html.startsWith('<!--', open) ? '-->' : '>'
    at = after(html, end, open)
    if (name === undefined) continue
    if (blocks.has(name)) parts.push(name === 'li' && slash === '' ? '\n- ' : '\n')
    // A void or closed element has no content to skip.
    if (slash === '' && hidden.has(name)) at = after(lower, '>', after(lower, `</${name}`, at) - 1)
  }
  return decode(parts.join(''))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\n')
}

/** The place after the next occurrence of a text; the end if there is none. */
const after = (text: string, wanted: string, from: number): number => {
  const at = text.indexOf(wanted, from)
  return at < 0 ? text.length : at + wanted.length
}

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (found, decimal, hex, name) => {
      if (typeof name === 'string') return named[name.toLowerCase()] ?? found
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
      return code > 0x10ffff ? found : String.fromCodePoint(code)
    },
  )
