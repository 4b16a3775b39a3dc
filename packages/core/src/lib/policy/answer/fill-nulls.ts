/**
 * A value whose list `list` holds objects: in each, the properties that are left out are null. What is no
 * such value comes back as it is.
 *
 * Agents that are held to a schema have to write every property, everybody else leaves out what says nothing.
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
