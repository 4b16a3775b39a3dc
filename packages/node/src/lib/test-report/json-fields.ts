/** Typed access to the own fields of a JSON object. A field of another type counts as absent. */
export interface JsonFields {
  text(key: string): string | undefined
  number(key: string): number | undefined
  flag(key: string): boolean
  list(key: string): unknown[] | undefined
  object(key: string): object | undefined
}

/** Wraps a JSON object; undefined for any other value. */
export const jsonFields = (value: unknown): JsonFields | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const get = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value
  const typed = <Value>(key: string, is: (found: unknown) => found is Value): Value | undefined => {
    const found = get(key)
    return is(found) ? found : undefined
  }
  return {
    text: (key) => typed(key, (found) => typeof found === 'string'),
    number: (key) => typed(key, (found) => typeof found === 'number'),
    flag: (key) => get(key) === true,
    object: (key) => typed(key, (found) => typeof found === 'object' && found !== null),
    list: (key) => typed(key, (found): found is unknown[] => Array.isArray(found)),
  }
}

/** Parses JSON; undefined for invalid text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
