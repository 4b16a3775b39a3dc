/** The most characters shown of a value that is not a verdict. */
const maxShown = 300

/**
 * Reads what a checkpoint strategy returned. Only `"pass"`, `"pause"` and `{ pause, reason? }` are verdicts;
 * anything else is a pause whose reason shows the value. May throw what a getter of the value throws.
 */
export const readCheckpointVerdict = (value: unknown): { pause: boolean; reason?: string } => {
  if (value === 'pass' || value === 'pause') return { pause: value === 'pause' }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { pause, reason, ...more } = value as Record<string, unknown>
    const isVerdict = typeof pause === 'boolean' && Object.keys(more).length === 0
    if (isVerdict && reason === undefined) return { pause }
    if (isVerdict && typeof reason === 'string') return { pause, reason }
  }
  return {
    pause: true,
    reason: `The checkpoint strategy returned ${show(value)} instead of "pass", "pause" or { pause, reason? }.`,
  }
}

const show = (value: unknown): string => {
  if (typeof value === 'function') return 'a function'
  const text = asJson(value) ?? String(value)
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1)}…`
}

/** Undefined for what JSON does not know: a cycle, a bigint, undefined. */
const asJson = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
