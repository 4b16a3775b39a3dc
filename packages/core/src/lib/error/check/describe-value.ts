const maxLength = 60

/** Describes a value for an error message in a few words, whatever it is. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') {
    const shown = value.length > maxLength ? `${value.slice(0, maxLength)}…` : value
    return JSON.stringify(shown)
  }
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if ('then' in value && typeof value.then === 'function') return 'a promise'
  const keys = Object.keys(value)
  if (keys.length === 0) return 'an object without properties'
  return `an object with ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', …' : ''}`
}
