/**
 * Finds the names that no driver of an option has as its provider: of one driver, a list, or drivers by role
 * and phase. Returns none if a function chooses the drivers, because it may return any.
 */
export const unknownProviders = (
  names: readonly string[],
  drivers: unknown,
): { unknown: string[]; known: string[] } => {
  const known = new Set<string>()
  let isOpen = false
  const visit = (part: unknown): void => {
    if (typeof part === 'function') isOpen = true
    if (typeof part !== 'object' || part === null) return
    if ('runSession' in part) known.add(String((part as { provider?: unknown }).provider))
    else for (const value of Object.values(part)) visit(value)
  }
  visit(drivers)
  return { known: [...known].sort(), unknown: isOpen ? [] : names.filter((name) => !known.has(name)) }
}
