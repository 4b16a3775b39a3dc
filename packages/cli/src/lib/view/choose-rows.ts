import type { PhaseProgress } from './run-progress.ts'

/**
 * Chooses at most `room` phases to show, in plan order. Started phases have precedence, then failed and
 * waiting ones, then their neighbours.
 */
export const chooseRows = (phases: readonly PhaseProgress[], room: number): PhaseProgress[] => {
  if (phases.length <= room) return [...phases]
  const chosen = new Set<number>()
  const add = (index: number): void => {
    if (chosen.size < room && index >= 0 && index < phases.length) chosen.add(index)
  }
  phases.forEach((phase, index) => {
    if (phase.startedAt !== undefined && phase.endedAt === undefined) add(index)
  })
  phases.forEach(({ status }, index) => {
    if (status === 'failed' || status === 'waiting') add(index)
  })
  const centres = chosen.size > 0 ? [...chosen] : [firstOpen(phases)]
  for (let distance = 0; chosen.size < room && distance < phases.length; distance++) {
    // Upcoming phases are more useful than finished ones.
    for (const centre of centres) add(centre + distance)
    for (const centre of centres) add(centre - Math.ceil(distance / 2))
  }
  return [...chosen].sort((one, other) => one - other).map((index) => phases[index] as PhaseProgress)
}

const firstOpen = (phases: readonly PhaseProgress[]): number => {
  const found = phases.findIndex(({ status }) => status === 'pending' || status === 'ready')
  return found < 0 ? phases.length - 1 : found
}
