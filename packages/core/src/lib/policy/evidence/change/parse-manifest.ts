/** Parses a `package.json`; undefined if it is not a JSON object. */
export const parseManifest = (text: string): Map<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
    return isObject(value) ? new Map(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}

/** The scripts of a `package.json`, by name. */
export const readScripts = (text: string): Map<string, string> => {
  const scripts = parseManifest(text)?.get('scripts')
  return new Map(
    Object.entries(isObject(scripts) ? scripts : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
