/** The parts of a fence's info string. */
export interface FenceInfo {
  /** The first word, in lower case; empty if it is an attribute. */
  language: string
  /** `name=value`, names in lower case. The first of a repeated name counts. */
  attributes: ReadonlyMap<string, string>
  /** Names with several different values. */
  repeated: ReadonlySet<string>
  /** Words without a value, after the language, in lower case. */
  words: ReadonlySet<string>
}

/** Reads an info string such as `ts file="src/a b.ts" replace`. A value may be in single or double quotes. */
export const readInfo = (info: string): FenceInfo => {
  const attributes = new Map<string, string>()
  const repeated = new Set<string>()
  const words = new Set<string>()
  let language = ''
  let at = 0
  while (at < info.length) {
    while (at < info.length && isSpace(info[at])) at++
    const start = at
    while (at < info.length && !isSpace(info[at]) && info[at] !== '=') at++
    const name = info.slice(start, at).toLowerCase()
    if (info[at] !== '=') {
      if (start === 0) language = name
      else if (name !== '') words.add(name)
      continue
    }
    at++
    const quote = info[at]
    const close = quote === '"' || quote === "'" ? info.indexOf(quote, at + 1) : -1
    const from = close < 0 ? at : at + 1
    let end = close
    if (end < 0) for (end = at; end < info.length && !isSpace(info[end]); ) end++
    const value = info.slice(from, end)
    if (!attributes.has(name)) attributes.set(name, value)
    else if (attributes.get(name) !== value) repeated.add(name)
    at = close < 0 ? end : end + 1
  }
  return { language, attributes, repeated, words }
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t'
