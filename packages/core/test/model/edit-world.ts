import type { PhaseDraft } from '../../src/plugin.ts'

const numberOf = ({ id }: PhaseDraft): number => Number(id.slice(1))

/** Edits one place of a plan, chosen by `pick`. The result still has an order and at least one phase. */
export const editPhases = (phases: readonly PhaseDraft[], pick: number): PhaseDraft[] => {
  const at = (pick >> 3) % phases.length
  const chosen = phases[at]!
  const other = phases[(pick >> 6) % phases.length]!
  const put = (change: Partial<PhaseDraft>): PhaseDraft[] => phases.with(at, { ...chosen, ...change })
  const needs = chosen.dependsOn ?? []
  switch (pick % 8) {
    case 0:
      return [...phases]
    case 1: {
      if (phases.length === 1) return [...phases]
      const rest = phases.filter((phase) => phase !== chosen)
      return rest.map((phase) => ({
        ...phase,
        dependsOn: phase.dependsOn?.filter((id) => id !== chosen.id) ?? [],
      }))
    }
    case 2: {
      const id = `p${Math.max(...phases.map(numberOf)) + 1}`
      const dependsOn = [...new Set([chosen.id, other.id])].slice(0, (pick >> 9) % 3)
      const steps = [{ id: `${id}.1.1`, action: 'command' as const, command: 'x' }]
      const subtasks = (pick >> 11) % 4 === 0 ? [{ id: `${id}.1`, title: id, steps }] : []
      return [...phases, { id, title: id, dependsOn, status: 'pending', risk: 'low', files: [], subtasks }]
    }
    case 3:
      return put({ dependsOn: needs.slice(1) })
    case 4:
      if (numberOf(other) >= numberOf(chosen) || needs.includes(other.id)) return [...phases]
      return put({ dependsOn: [...needs, other.id] })
    case 5:
      return put({ status: chosen.status === 'deferred' ? 'pending' : 'deferred' })
    default:
      return put({ title: `${chosen.title}'` })
  }
}
