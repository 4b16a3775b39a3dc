/** Adds a number to every `line` of a part of a plan, or of issues. */
export const shiftLines = <Value>(value: Value, by: number): Value => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => shiftLines(item, by)) as Value
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    key,
    key === 'line' && typeof item === 'number' ? item + by : shiftLines(item, by),
  ])
  return Object.fromEntries(entries) as Value
}
