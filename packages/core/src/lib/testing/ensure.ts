import { AmeliaError, type AmeliaErrorCode } from '../error/amelia-error.ts'

/** Throws if the condition is false. */
export function ensure(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`Contract broken: ${what}`)
}

/** Throws if two values differ. Ignores the order of keys, and keys whose value is undefined. */
export const ensureEqual = (actual: unknown, expected: unknown, what: string): void => {
  const [is, should] = [canonical(actual), canonical(expected)]
  ensure(is === should, `${what}: expected ${should}, got ${is}`)
}

/** Returns the `AmeliaError` of this code with which a promise rejects. Throws if it does not. */
export const ensureRejects = async <Code extends AmeliaErrorCode>(
  promise: Promise<unknown>,
  code: Code,
  what: string,
): Promise<AmeliaError<Code>> => {
  let error: unknown
  try {
    await promise
  } catch (caught) {
    error = caught
  }
  ensure(error !== undefined, `${what}: expected ${code}, but nothing was thrown`)
  if (AmeliaError.is(error, code)) return error
  const found = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error)
  throw new Error(`Contract broken: ${what}: expected ${code}, got ${found}`, { cause: error })
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Map) return [...part.entries()].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  }) ?? 'undefined'
