/** A part of a line of code, and its kind if it has a colour. */
export interface CodePart {
  text: string
  kind?: 'comment' | 'string' | 'keyword' | 'number'
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Keywords of the widespread languages. A word that only some of them reserve is left out. */
const keywords = wordsOf(
  'abstract as async await break case catch class const continue def default defer del delete do elif else ' +
    'enum except export extends extern false finally fn for from func function go if impl implements import in ' +
    'instanceof interface is lambda let loop match mod mut namespace new nil none not null or package pass ' +
    'private protected pub public raise readonly return satisfies self static struct super switch this throw ' +
    'throws trait true try type typeof undefined union unless until use using val var void when where while ' +
    'with yield None True False',
)

/** Files whose comments begin with `#`, with `--`, or that have no code. */
const hash =
  /(?:^|\/)(?:Dockerfile|Makefile)$|\.(?:py|rb|sh|bash|zsh|ya?ml|toml|r|pl|ex|exs|nix|tf|conf|env)$/i
const dashes = /\.(?:sql|lua|hs|elm)$/i
const prose = /\.(?:md|mdx|markdown|txt|rst|adoc|csv|log|lock|svg)$/i

const strings = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|` + '`(?:[^`\\\\]|\\\\.)*`?'
const rest = String.raw`|(${strings})|([A-Za-z_$][\w$]*)|(\d[\w.]*)`
const slashComments = new RegExp(String.raw`(\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*(?:\s.*|\/.*|$))${rest}`, 'g')
const hashComments = new RegExp(String.raw`((?:^|\s)#.*)${rest}`, 'g')
const dashComments = new RegExp(String.raw`(--.*)${rest}`, 'g')

/** A longer line is not code that a person reads. */
const mostCharacters = 2_000

/**
 * Splits a line of code into parts with colours, by the name of its file. It reads no other line, so that a
 * change can be coloured without its file; text over several lines is coloured at its ends only. The time is
 * linear. Prose and long lines stay one part.
 */
export const colourLine = (path: string, line: string): CodePart[] => {
  if (line.length > mostCharacters || prose.test(path)) return [{ text: line }]
  const pattern = hash.test(path) ? hashComments : dashes.test(path) ? dashComments : slashComments
  const parts: CodePart[] = []
  let plain = ''
  const add = (text: string, kind: CodePart['kind']): void => {
    if (!kind) {
      plain += text
      return
    }
    if (plain !== '') parts.push({ text: plain })
    plain = ''
    parts.push({ text, kind })
  }
  let end = 0
  for (const found of line.matchAll(pattern)) {
    const [text, comment, string, word, number] = found
    add(line.slice(end, found.index), undefined)
    add(text, kindOf({ comment, string, word, number }))
    end = found.index + text.length
  }
  plain += line.slice(end)
  return plain === '' && parts.length > 0 ? parts : [...parts, { text: plain }]
}

const kindOf = (
  found: Record<'comment' | 'string' | 'word' | 'number', string | undefined>,
): CodePart['kind'] => {
  if (found.comment !== undefined) return 'comment'
  if (found.string !== undefined) return 'string'
  if (found.number !== undefined) return 'number'
  return found.word !== undefined && keywords.has(found.word) ? 'keyword' : undefined
}
