/**
 * Freezes a constant with all objects and lists in it: the engine reads it, so no program may change it for
 * the whole process. Instances of classes stay as they are.
 */
export const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && !Array.isArray(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
