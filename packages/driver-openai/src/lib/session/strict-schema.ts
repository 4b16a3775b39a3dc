/**
 * Makes every property of a JSON Schema required, as strict outputs demand. A model leaves out an optional
 * text by an empty one.
 */
export const strictSchema = (schema: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...schema, ...requireAll(schema['properties']) }).map(([key, value]) => [
      key,
      key === 'properties' || key === '$defs' ? mapValues(value) : makeStrict(value),
    ]),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const requireAll = (properties: unknown): { required?: string[] } =>
  isRecord(properties) ? { required: Object.keys(properties) } : {}

/** The values of `properties` and `$defs` are schemas, by any name. */
const mapValues = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, makeStrict(each)]))
    : value

const makeStrict = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(makeStrict) : isRecord(value) ? strictSchema(value) : value
