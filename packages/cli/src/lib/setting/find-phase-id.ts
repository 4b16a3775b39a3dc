import { normalizePhaseId } from '@amelia/core/plugin'

/**
 * Returns the id of the plan's phase that a person names: `us-001`, `us001` and `Phase us-001` all name
 * `US-001`, and `1 (part 2)` names `1-part-2`. Formats write ids differently, so an id as written takes
 * precedence.
 *
 * Returns the normalized name if no phase, or several, have it.
 */
export const findPhaseId = (
  name: string,
  plan: { phases: readonly { id: string }[] } | undefined,
): string => {
  const ids = plan?.phases.map(({ id }) => id) ?? []
  const wanted = name.normalize('NFKC').trim()
  if (ids.includes(wanted)) return wanted
  const folded = ids.find((id) => id.toLowerCase() === wanted.toLowerCase())
  if (folded !== undefined) return folded
  const key = keyOf(wanted)
  const [found, other] = ids.filter((id) => keyOf(id) === key)
  return found !== undefined && other === undefined ? found : normalizePhaseId(wanted)
}

const keyOf = (id: string): string =>
  normalizePhaseId(id.replace(/^(?:task|step)\s+(?=\d)/i, '').replace(/[()]/g, ''))
