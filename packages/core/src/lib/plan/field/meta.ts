import * as z from 'zod/mini'

/** Data of a caller, for its own use: an object that JSON can express, of at most 16 kB as JSON in UTF-8. */
export type Meta = Readonly<Record<string, unknown>>

const maxBytes = 16_384
const maxDepth = 64

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null

/** Whether JSON expresses a value exactly. Members without a value count as absent. */
const isExact = (value: unknown, depth = 0): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === maxDepth) return false
  if (Array.isArray(value)) return value.every((item) => isExact(item, depth + 1))
  return (
    isPlain(value) && Object.values(value).every((item) => item === undefined || isExact(item, depth + 1))
  )
}

/** Copies a value that JSON expresses exactly, in at most 16 kB. Returns undefined for any other value. */
export const copyJson = (value: unknown): unknown => {
  try {
    const json = JSON.stringify(value)
    const fits = new TextEncoder().encode(json).length <= maxBytes
    return fits && isExact(value) ? JSON.parse(json) : undefined
  } catch {
    // It refers to itself, or a getter failed.
    return undefined
  }
}

/** Describes the values that `copyJson` copies. */
export const jsonForm = 'JSON data of at most 16 kB: without functions, dates and other classes'

/** Whether a value can be the `meta` of a plan, a phase or a run. */
export const isMeta = (value: unknown): value is Meta => isObject(value) && copyJson(value) !== undefined

/** The schema of `meta`, and of inputs: it copies the data. */
export const metaSchema = z.optional(
  z.unknown().check((checked) => {
    if (isMeta(checked.value)) checked.value = copyJson(checked.value)
    else checked.issues.push({ code: 'custom', message: `expected an object of ${jsonForm}`, input: '' })
  }) as unknown as z.ZodMiniType<Meta, Meta>,
)
