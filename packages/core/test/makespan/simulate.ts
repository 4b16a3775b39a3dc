/** The properties of a phase that affect its timing. */
export interface TimedPhase {
  id: string
  dependsOn: readonly string[]
  files: readonly string[]
  estimate?: number
  /** The duration of its session, in milliseconds. */
  duration: number
  /** Already done in the plan: needs no time and no slot. */
  done: boolean
}

/** Rules by which a run assigns its slots. */
export interface Schedule {
  concurrency: number
  /** `batches`: a phase also waits until every phase of the layers before its own has ended. */
  order: 'dataflow' | 'batches'
}

export interface Simulation {
  /** The time from the start to the end of the last phase, in milliseconds. */
  makespan: number
  /** The start time of each phase, in order. */
  started: [id: string, at: number][]
}

interface Running {
  phase: TimedPhase
  ends: number
}

/**
 * Returns when the phases of a plan run, by the rules of DESIGN section 6 alone.
 *
 * A phase starts when its dependencies are integrated, a slot is free, and no running phase declares the same
 * file. The longest remaining path goes first (by estimates, otherwise by hops), ties by plan order. Phases
 * that end at the same time end one after another, in the order of their starts, and each end frees its slot
 * at once.
 */
export const simulate = (phases: readonly TimedPhase[], { concurrency, order }: Schedule): Simulation => {
  const layer = layers(phases)
  const urgency = urgencies(phases)
  const byUrgency = [...phases].sort(
    (one, other) =>
      urgency.get(other.id)! - urgency.get(one.id)! || phases.indexOf(one) - phases.indexOf(other),
  )
  const there = new Set(phases.filter(({ done }) => done).map(({ id }) => id))
  const begun = new Set(there)
  const started: [string, number][] = []
  let running: Running[] = []
  let now = 0

  const isEarly = (id: string): boolean =>
    order === 'batches' && phases.some((other) => layer(other.id) < layer(id) && !there.has(other.id))
  const mayStart = ({ id, dependsOn, files }: TimedPhase): boolean =>
    !begun.has(id) &&
    !isEarly(id) &&
    dependsOn.every((dependency) => there.has(dependency)) &&
    !running.some(({ phase }) => phase.files.some((file) => files.includes(file)))

  const fillSlots = (): void => {
    while (running.length < concurrency) {
      const next = byUrgency.find(mayStart)
      if (!next) return
      begun.add(next.id)
      started.push([next.id, now])
      running.push({ phase: next, ends: now + next.duration })
    }
  }

  fillSlots()
  while (running.length > 0) {
    const first = running.reduce((earliest, each) => (each.ends < earliest.ends ? each : earliest))
    now = first.ends
    running = running.filter((each) => each !== first)
    there.add(first.phase.id)
    fillSlots()
  }
  if (there.size < phases.length) throw new Error('The simulation stopped before its end.')
  return { makespan: now, started }
}

/** Returns the number of phases on the longest path to a phase, without itself. */
const layers = (phases: readonly TimedPhase[]): ((id: string) => number) => {
  const byId = new Map(phases.map((phase) => [phase.id, phase]))
  const found = new Map<string, number>()
  const layer = (id: string): number => {
    const before = found.get(id)
    if (before !== undefined) return before
    const own = Math.max(-1, ...byId.get(id)!.dependsOn.map(layer)) + 1
    found.set(id, own)
    return own
  }
  return layer
}

/**
 * Returns the weight of the heaviest path from each phase to an end. Phases without an estimate count as the
 * mean of the others.
 */
const urgencies = (phases: readonly TimedPhase[]): Map<string, number> => {
  const known = phases.flatMap(({ estimate }) => (estimate === undefined ? [] : [estimate]))
  const usual = known.length === 0 ? 1 : known.reduce((sum, each) => sum + each, 0) / known.length
  const found = new Map<string, number>()
  const measure = (phase: TimedPhase): number => {
    const before = found.get(phase.id)
    if (before !== undefined) return before
    const after = phases.filter(({ dependsOn }) => dependsOn.includes(phase.id)).map(measure)
    const weight = (phase.estimate ?? usual) + Math.max(0, ...after)
    found.set(phase.id, weight)
    return weight
  }
  phases.forEach(measure)
  return found
}
