import { redactSecrets } from './find-secret.ts'

/** A serialisable value without secrets: every text in it goes through `redactSecrets`. */
export const redactValue = <Value>(value: Value, secrets: readonly string[]): Value =>
  redact(value, secrets) as Value

const redact = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return redactSecrets(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, secrets)]))
}
