/**
 * Sets missing properties to null in each object of a value's list `list`. Returns any other value unchanged.
 *
 * Agents with a schema must write every property; others leave out properties that do not apply.
 */
export const fillNulls = (value: unknown, list: string, properties: readonly string[]): unknown => {
  if (!isRecord(value)) return value
  const items = value[list]
  if (!Array.isArray(items)) return value
  const nulls = Object.fromEntries(properties.map((property) => [property, null]))
  return {
    ...value,
    [list]: items.map((item: unknown) => (isRecord(item) ? { ...nulls, ...defined(item) } : item)),
  }
}

const defined = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
