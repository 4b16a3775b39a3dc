import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'

/** The parts of a list of phases, from the most to the least urgent one. */
export const phaseParts = ['running', 'waiting', 'failed', 'next', 'done'] as const
export type PhasePart = (typeof phaseParts)[number]

const parts: Record<PhaseReport['status'], PhasePart> = {
  running: 'running',
  verifying: 'running',
  reviewing: 'running',
  integrating: 'running',
  waiting: 'waiting',
  checkpoint: 'waiting',
  failed: 'failed',
  pending: 'next',
  ready: 'next',
  retrying: 'next',
  interrupted: 'next',
  blocked: 'done',
  skipped: 'done',
  cancelled: 'done',
  completed: 'done',
  external: 'done',
}

/** Returns the part of a phase. One whose attempt was interrupted comes next. */
export const partOfPhase = (phase: PhaseReport): PhasePart => parts[words.shownStatus(phase)]

/** Counts the phases of each part. */
export const countParts = (phases: readonly PhaseReport[]): Record<PhasePart, number> => {
  const counts = { running: 0, waiting: 0, failed: 0, next: 0, done: 0 }
  for (const phase of phases) counts[partOfPhase(phase)]++
  return counts
}

/** The phases to show, in order, and those that are only counted. */
export interface OrderedPhases {
  readonly shown: readonly PhaseReport[]
  /** Phases to come that do not fit. */
  readonly more: readonly PhaseReport[]
  /** Finished phases that share a line. */
  readonly folded: readonly PhaseReport[]
}

/** In this many lines, finished phases have none. */
const tight = 5

/** Orders phases: running ones, those that wait for a person, failed ones, those to come, finished ones. */
export const sortPhases = (phases: readonly PhaseReport[]): PhaseReport[] => {
  const byPart = new Map<PhasePart, PhaseReport[]>(phaseParts.map((part) => [part, []]))
  for (const phase of phases) byPart.get(partOfPhase(phase))?.push(phase)
  return phaseParts.flatMap((part) => byPart.get(part) ?? [])
}

/**
 * Chooses the phases that fit into `room` lines, in the order of {@link sortPhases}. If they do not all fit,
 * finished ones are folded into a line unless the cursor is at one of them, and another line counts those
 * to come; in a few lines, that line counts both. The phase at the cursor is shown, in the middle if it can
 * be.
 */
export const orderPhases = (
  phases: readonly PhaseReport[],
  { room, cursor }: { room: number; cursor?: string | undefined },
): OrderedPhases => {
  const all = sortPhases(phases)
  if (all.length <= room) return { shown: all, more: [], folded: [] }
  const finished = all.filter((phase) => partOfPhase(phase) === 'done')
  const open = all.slice(0, all.length - finished.length)
  const place = Math.max(
    0,
    all.findIndex(({ id }) => id === cursor),
  )
  const folds = finished.length > 0 && room > tight && place < open.length
  const lines = Math.max(1, room - (folds ? 1 : 0))
  const listed = folds ? open : all
  const fits = Math.max(1, lines - (listed.length > lines ? 1 : 0))
  const top = Math.max(0, Math.min(place - Math.floor(fits / 2), listed.length - lines))
  const rest = listed.slice(top)
  const counts = rest.length > lines && lines > 1
  const shown = rest.slice(0, counts ? lines - 1 : lines)
  return { shown, more: counts ? rest.slice(shown.length) : [], folded: folds ? finished : [] }
}
