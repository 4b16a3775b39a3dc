/** Describes a text that is JSON, or YAML with nested values, by its first keys; undefined for prose. */
export const describeData = (source: string): string | undefined => {
  const text = source.trim()
  const isJson = /^[{[]/.test(text)
  const keys = isJson ? readKeys(text) : findYamlKeys(text)
  const named = keys?.slice(0, 8).map((key) => JSON.stringify(key.slice(0, 40)))
  return named && `${isJson ? 'JSON' : 'YAML'} with the keys ${named.join(', ') || '(none)'}`
}

/** Prose may begin with a bracket, but an object with a quoted key is JSON even if it is damaged. */
const readKeys = (text: string): string[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Object.keys(((Array.isArray(value) ? value[0] : value) as object | null) ?? {})
  } catch {
    return /^\{\s*"/.test(text) ? [] : undefined
  }
}

/**
 * A key may introduce prose, so only a document of nothing but keys, lists, comments and indented lines is
 * YAML, with at least one key that has nested values.
 */
const findYamlKeys = (text: string): string[] | undefined => {
  const keys: string[] = []
  let isNested = false
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^\s*$|^#|^---$/.test(line)) continue
    const key = /^["']?([A-Za-z_][\w.-]{0,60})["']?:(?:\s|$)/.exec(line)?.[1]
    if (key !== undefined) {
      keys.push(key)
      isOpen = /:\s*$/.test(line)
    } else if (/^\s|^- /.test(line)) isNested ||= isOpen
    else return undefined
  }
  return isNested ? keys : undefined
}
