import { redactSecrets } from './match-secrets.ts'

/**
 * Applies `redactSecrets` to every text in a serialisable value. Parts without secrets are returned as they
 * are, not copied.
 */
export const redactValue = <Value>(value: Value, secrets: readonly string[]): Value =>
  redact(value, secrets) as Value

const redact = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return redactSecrets(value, secrets)
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => redact(item, secrets))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (typeof value !== 'object' || value === null) return value
  let clean: Record<string, unknown> | undefined
  for (const [key, item] of Object.entries(value)) {
    const kept = redact(item, secrets)
    if (kept !== item) (clean ??= { ...value })[key] = kept
  }
  return clean ?? value
}
