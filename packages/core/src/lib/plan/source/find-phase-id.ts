import { normalizePhaseId } from './normalize-phase-id.ts'

/**
 * Returns the id that a person or a program names in any spelling: `2a` and `Phase 2-A` name `2A`. An id as
 * written takes precedence. Returns the name itself if no id, or several, fit.
 */
export const findPhaseId = (ids: readonly string[], name: string): string => {
  if (ids.includes(name)) return name
  const wanted = normalizePhaseId(name)
  const [found, other] = ids.filter((id) => normalizePhaseId(id) === wanted)
  return found !== undefined && other === undefined ? found : name
}
