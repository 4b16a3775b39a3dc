import type { DocumentNode } from './document-node.ts'

/** Returns the value of a key of an object; undefined for null and for anything but an object. */
export const valueOf = (node: DocumentNode | undefined, key: string): DocumentNode | undefined => {
  const value = node?.kind === 'map' ? node.entries.get(key)?.value : undefined
  return value?.kind === 'scalar' && value.value === null ? undefined : value
}

/** Reads a scalar as written; empty for anything else. */
export const textOf = (node: DocumentNode | undefined): string => {
  if (node?.kind !== 'scalar') return ''
  node.isRead = true
  return typeof node.value === 'string' ? node.value.trim() : node.source || String(node.value ?? '')
}

/** Reads a list of texts, or of objects with one of the keys; a single text counts as a list of one. */
export const textsOf = (node: DocumentNode | undefined, ...keys: string[]): string[] => {
  if (node === undefined) return []
  if (node.kind !== 'list') return [textOf(node)].filter((text) => text !== '')
  return node.items.flatMap((item) => {
    const text = textOf(item) || keys.map((key) => textOf(valueOf(item, key))).find((each) => each !== '')
    return text ? [text] : []
  })
}

/** Reads true or false; undefined for anything else. */
export const flagOf = (node: DocumentNode | undefined): boolean | undefined => {
  if (node?.kind !== 'scalar' || typeof node.value !== 'boolean') return undefined
  node.isRead = true
  return node.value
}

/** Reads a value with everything in it as JSON data. */
export const dataOf = (node: DocumentNode): unknown => {
  if (node.kind === 'list') return node.items.map(dataOf)
  if (node.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, dataOf(value)]))
  node.isRead = true
  return node.value
}

/** Returns a text as one line without control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
