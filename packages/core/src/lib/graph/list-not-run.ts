import type { Phase } from '../plan/model/phase.ts'

/**
 * Lists the phases that a run of the plan does not perform: `left` are those that the plan marks done,
 * skipped, paused or cancelled, and `blocked` those that depend on a paused or cancelled one.
 */
export const listNotRun = (
  phases: readonly Pick<Phase, 'id' | 'status' | 'dependsOn'>[],
): { left: ReadonlySet<string>; blocked: ReadonlySet<string> } => {
  const left = new Set<string>()
  const reached: string[] = []
  for (const { id, status } of phases) {
    if (status !== undefined && status !== 'pending' && status !== 'in_progress') left.add(id)
    if (status === 'deferred' || status === 'cancelled') reached.push(id)
  }
  const users = new Map<string, string[]>()
  for (const { id, dependsOn } of phases)
    for (const needed of dependsOn) users.set(needed, [...(users.get(needed) ?? []), id])
  const blocked = new Set<string>()
  for (const id of reached)
    for (const user of users.get(id) ?? [])
      if (!left.has(user) && !blocked.has(user)) {
        blocked.add(user)
        reached.push(user)
      }
  return { left, blocked }
}
