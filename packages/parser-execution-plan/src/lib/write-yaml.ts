import { writeJson } from '@amelia/markdown'

/** Returns data with any keys, which is written as JSON in one line. */
export type AsJson = () => unknown

/** A value that {@link writeYaml} can write. Keys with the value undefined are left out. */
export type YamlValue =
  | string
  | number
  | boolean
  | readonly YamlValue[]
  | AsJson
  | { readonly [key: string]: YamlValue | undefined }

/** Writes an object as lines of YAML. Its keys must be plain words. */
export const writeYaml = (value: { readonly [key: string]: YamlValue | undefined }, indent = ''): string[] =>
  Object.entries(value).flatMap(([key, part]) => {
    if (part === undefined) return []
    if (typeof part === 'string') return writeText(`${indent}${key}:`, part, indent)
    if (typeof part === 'function') return [`${indent}${key}: ${writeJson(part())}`]
    if (typeof part !== 'object') return [`${indent}${key}: ${String(part)}`]
    if (!isList(part)) return [`${indent}${key}:`, ...writeYaml(part, `${indent}  `)]
    if (part.length === 0) return [`${indent}${key}: []`]
    if (part.every((item) => typeof item === 'string')) {
      return [`${indent}${key}: [${part.map((item) => writeScalar(item, flowPlain)).join(', ')}]`]
    }
    return [`${indent}${key}:`, ...part.flatMap((item) => writeItem(item, indent))]
  })

const isList = (value: object): value is readonly YamlValue[] => Array.isArray(value)

const writeItem = (item: YamlValue, indent: string): string[] => {
  if (typeof item !== 'object' || isList(item)) return [`${indent}  - ${JSON.stringify(item)}`]
  const [first = `${indent}    {}`, ...rest] = writeYaml(item, `${indent}    `)
  return [`${indent}  - ${first.slice(indent.length + 4)}`, ...rest]
}

const blockPlain = /^[\p{L}][\p{L}\p{N} ./_()+,'-]*$/u
const flowPlain = /^[A-Za-z][\w./-]*$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const mostPlain = 120
/** Matches a line that a block scalar can contain unchanged: no invisible characters, and not only spaces. */
const blockLine = /^(?: *[^\s\p{C}][^\p{C}\u2028\u2029]*)?$/u

const writeText = (key: string, text: string, indent: string): string[] => {
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
  const block = lines.length > 1 && lines[0] !== '' && lines.at(-1) !== '' && !/^\s/.test(text)
  if (block && lines.every((line) => blockLine.test(line))) {
    return [
      `${key} ${text.endsWith('\n') ? '|' : '|-'}`,
      ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`)),
    ]
  }
  return [`${key} ${writeScalar(text, blockPlain)}`]
}

const writeScalar = (text: string, plain: RegExp): string => {
  const safe = text.length <= mostPlain && plain.test(text) && !reserved.test(text) && !text.endsWith(' ')
  if (safe) return text
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
