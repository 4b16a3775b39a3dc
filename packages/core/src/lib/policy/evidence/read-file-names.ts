/** Characters of an entry that are read. */
const maxLength = 1_000

/**
 * Reads the file names of an entry in an agent's list of files, which people and programs write in many ways:
 * a rename (`a.js -> b.js`), a remark (`a.js (new)`), a status (`M a.js`), a line (`a.js:12`), marks around
 * the name, the separators of Windows, or several names at once.
 *
 * A name is relative to the root unless it is absolute, and has no slash at its end. Patterns stay patterns.
 * Takes linear time, and never throws: an entry that names no file has no names.
 */
export const readFileNames = (entry: string): string[] => [
  ...new Set(entry.slice(0, maxLength).split(separators).flatMap(readRename)),
]

const separators = /[\r\n]+|[,;] |\band /

/** Both names of a rename, of which git may put what differs in braces. */
const readRename = (text: string): string[] => {
  const line = text.replace(/\s+/g, ' ').trim()
  const [, from, to] = /^[RC]\d{1,3} (\S+) (\S+)$/.exec(line) ?? []
  if (from !== undefined && to !== undefined) return [from, to].flatMap(readName)
  const [open, arrow, close] = [line.indexOf('{'), line.indexOf(' => '), line.indexOf('}')]
  if (open >= 0 && open < arrow && arrow < close) {
    const [start, end] = [line.slice(0, open), line.slice(close + 1)]
    const both = [line.slice(open + 1, arrow), line.slice(arrow + 4, close)]
    return both.flatMap((middle) => readName(`${start}${middle}${end}`))
  }
  return line.split(/ ?(?:[-=]>|[→⇒⟶➜]) ?| renamed to /).flatMap(readName)
}

/** A mark of a list, a status of git, or a verb before a name. */
const beginnings = [
  /^(?:[-*•+]|\d{1,4}[.)]) /,
  /^(?:[MADRCTU]{1,2}|\?\?|!!) (?=\S)/,
  /^(?:new file|create|add|modify|update|change|delete|remove|rename|move|test)s?: /i,
  /^(?:new file|created|added|modified|updated|changed|edited|deleted|removed|renamed|moved):? /i,
]

/** The first sign of a remark after a name. */
const remark = / (?:[(<[#|–—-]|\/\/|lines? \d)|: /

const readName = (text: string): string[] => {
  const bare = beginnings.reduce((rest, beginning) => rest.replace(beginning, ''), text.trim())
  const name = unquoted(bare)
    .replace(/(?::\d{1,7}(?:[-:]\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)$/, '')
    .replaceAll('\\', '/')
    .replace(/(?<!:)\/{2,}/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/$/, '')
  return /^(?:|[.-]|none|null|n\/a)$/i.test(name) ? [] : [name]
}

/** The text between the marks at the beginning, or the text before a remark. */
const unquoted = (text: string): string => {
  const [mark] = /^(?:\*\*)?[`'"]|^\*\*(?=[^/])/.exec(text) ?? []
  const end = mark === undefined ? -1 : text.indexOf(mark.at(-1)!, mark.length)
  if (mark !== undefined && end > 0) return text.slice(mark.length, end).trim()
  const at = text.search(remark)
  return (
    /^[([<]/.test(text) && /[)\]>]$/.test(text) && at < 0 ? '' : at < 0 ? text : text.slice(0, at)
  ).trim()
}
