import type { Field } from './read-fields.ts'

/**
 * Reads the paths in a `Files` field, in its value or in the list below it.
 *
 * Ignores nested items, which describe a path, and prose. If there is inline code, only that is read:
 * `Modify: \`src/a.ts:12-30\`` is `src/a.ts`.
 */
export const readPaths = (field: Field): string[] => {
  const paths = new Set<string>()
  const nesting = field.items[0]?.nesting
  const items = field.items.filter((item) => item.nesting === nesting)
  for (const text of [field.value, ...items.map((item) => item.text)]) {
    const code = readCode(text)
    const candidates = code.length > 0 ? code : dropVerb(text).split(/[,\s、，；]/)
    for (const candidate of candidates) {
      const path = dropLines(joinParts(candidate.trim()))
      if (isPath(path, code.length > 0)) paths.add(path)
    }
  }
  return [...paths]
}

const readCode = (text: string): string[] => {
  const parts = text.split('`')
  return parts.filter((_, index) => index % 2 === 1 && index < parts.length - 1)
}

const dropVerb = (text: string): string => {
  const colon = text.search(/: |：/)
  return colon > 0 && colon < 20 ? text.slice(colon + 1).trimStart() : text
}

/** `src\app\a.ts` is `src/app/a.ts`. Before a sign, a backslash is an escape of Markdown: `src/my\_a.ts`. */
const joinParts = (path: string): string =>
  path.includes('\\') ? path.replace(/\\+(?=[\p{L}\p{N}.@])/gu, '/').replaceAll('\\', '') : path

/** `src/a.ts:12-30`, `src/a.ts#L5` and `src/a.ts:12` name the file. */
const dropLines = (text: string): string => {
  const hash = text.indexOf('#L')
  const path = hash > 0 ? text.slice(0, hash) : text
  const colon = path.lastIndexOf(':')
  if (colon < 1 || colon === path.length - 1) return path
  for (const character of path.slice(colon + 1)) if (!'0123456789-–,+'.includes(character)) return path
  return path.slice(0, colon)
}

const isPath = (text: string, code: boolean): boolean => {
  if (text === '' || /[\s()<>"'{}=;]/.test(text)) return false
  if (text.includes('://') || text.startsWith('@') || text.startsWith('-')) return false
  const name = text.slice(text.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && dot < name.length - 1 && /^\w+$/.test(name.slice(dot + 1))
  return extension || text.includes('/') || (code && /^[\w.-]+$/.test(text))
}
