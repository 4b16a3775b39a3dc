/** A text that is data instead of prose. */
export interface FoundData {
  kind: 'JSON' | 'YAML'
  /** Its first keys; empty for a list, or if it cannot be parsed. */
  keys: string[]
}

const mostKeys = 8

/** Returns whether a text is JSON, or YAML with nested values, and its keys; undefined for prose. */
export const findData = (source: string): FoundData | undefined => {
  const text = source.trim()
  if (/^\{\s*["}]/.test(text) || (text.startsWith('[') && /[\]}"]$/.test(text))) {
    const keys = readKeys(text)
    // Prose may begin with a bracket; an object with a quoted key is JSON even if it is damaged.
    return keys || text.startsWith('{') ? { kind: 'JSON', keys: keys ?? [] } : undefined
  }
  return findYaml(text)
}

const readKeys = (text: string): string[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const first: unknown = Array.isArray(value) ? value[0] : value
    return typeof first === 'object' && first !== null ? Object.keys(first).slice(0, mostKeys) : []
  } catch {
    return undefined
  }
}

/**
 * A key may introduce prose, so only a document of nothing but keys, lists, comments and indented lines is
 * YAML, with at least one key that has nested values.
 */
const findYaml = (text: string): FoundData | undefined => {
  const keys: string[] = []
  let isNested = false
  let isOpen = false
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '' || line.startsWith('#') || line === '---' || line === '...') continue
    if (/^\s|^- /.test(line)) {
      isNested ||= isOpen
      continue
    }
    const key = /^["']?([A-Za-z_][\w.-]{0,60})["']?:(?:\s|$)/.exec(line)?.[1]
    if (key === undefined) return undefined
    keys.push(key)
    isOpen = /:\s*$/.test(line)
  }
  return isNested ? { kind: 'YAML', keys: keys.slice(0, mostKeys) } : undefined
}
