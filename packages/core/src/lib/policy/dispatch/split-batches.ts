import { checkWholePlan } from '../../graph/check-phases.ts'
import { findColumn } from '../../text/find-column.ts'
import { higherRisk } from '../../plan/field/higher-risk.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import type { Risk } from '../../plan/field/risk.ts'
import { type BatchLimits, batchLimits } from './batch-limits.ts'
import { cutPhase, type PhasePart } from './cut-phase.ts'
import { isOpen } from './is-open.ts'
import { findDelayed, lastParts, orderParts } from './order-parts.ts'

const mostNamed = 8

/**
 * Splits every phase with more or riskier steps than the limits allow, with a warning `BATCH_SPLIT` for each
 * (seed: intelligent-execution, Batch Ownership).
 *
 * The steps' own risks decide, not the phase's. The parts of phase `2` are phases `2-part-1`, `2-part-2`
 * and so on, each after the one before; a manual step delays only the parts that depend on it
 * (`orderParts`). Phases that depended on the phase depend on its last parts. Every step occurs once, with
 * its id and in its order, and other dependencies are unchanged. Splitting again changes nothing.
 *
 * Phases that have no steps, are within the limits or are closed stay as they are, and so does a plan of such
 * phases. A part has the files of its subtasks, the phase's files that no subtask names, and a share of the
 * estimate by minutes.
 *
 * Throws `OPTION_INVALID` for a value that is not a plan.
 */
export const splitBatches = (
  plan: Plan,
  limits: BatchLimits = batchLimits,
): { plan: Plan; issues: PlanIssue[] } => {
  checkWholePlan('splitBatches', plan)
  const split = new Map<Phase, Split>()
  let names: Names | undefined
  const declared = declaresOrder(plan)
  for (const phase of plan.phases) {
    if (!isOpen(phase) || !hasSteps(phase)) continue
    names ??= createNames(plan)
    const parts = cutPhase(phase, limits, names.pieceOf, declared ? findDelayed(phase) : undefined)
    if (parts.length === 1) continue
    const order = orderParts(parts, declared)
    split.set(phase, { parts, order, ids: names.partsOf(phase.id, parts.length) })
  }
  if (split.size === 0 || !names) return { plan, issues: [] }

  const byId = new Map<string, Split>()
  for (const [{ id }, own] of split) if (!byId.has(id)) byId.set(id, own)
  const { pieces } = names
  const phases = plan.phases.flatMap((phase): Phase[] => {
    const own = split.get(phase)
    const others = (id: string, of: (split: Split) => readonly string[]): readonly string[] | undefined => {
      const other = byId.get(id)
      return other && (id === phase.id ? [] : of(other))
    }
    const references = {
      dependsOn: replace(phase.dependsOn, (id) =>
        others(id, ({ ids, order }) => lastParts(order).map((index) => ids[index]!)),
      ),
      parallelWith: replace(phase.parallelWith, (id) => others(id, ({ ids }) => ids)),
      ...(phase.conflictsWith && {
        conflictsWith: replace(phase.conflictsWith, (id) => others(id, ({ ids }) => ids)),
      }),
    }
    const made = own ? partsOf({ ...phase, ...references }, own) : [rewire(phase, references)]
    return pieces.size === 0 ? made : made.map((each) => rewireSubtasks(each, pieces))
  })
  const lines = plan.source.split('\n')
  const issues = [...split].map(
    ([phase, own]): PlanIssue => ({
      severity: 'warning',
      code: 'BATCH_SPLIT',
      message: describe(phase, own, limits),
      line: phase.line,
      column: findColumn(lines[phase.line - 1] ?? '', undefined),
    }),
  )
  return { plan: { ...plan, phases }, issues }
}

interface Split {
  parts: PhasePart[]
  ids: string[]
  /** The parts that each part waits for. */
  order: number[][]
}

const declaresOrder = ({ phases }: Plan): boolean =>
  phases.some(({ subtasks }) =>
    subtasks.some(
      ({ dependsOn, steps }) => dependsOn.length > 0 || steps.some((step) => step.dependsOn.length > 0),
    ),
  )

const hasSteps = ({ subtasks }: Phase): boolean =>
  subtasks.some((subtask) => isOpen(subtask) && subtask.steps.length > 0)

interface Names {
  partsOf(id: string, count: number): string[]
  pieceOf(subtask: Subtask, piece: number): string
  /** Ids of all pieces of each subtask that was cut. */
  pieces: ReadonlyMap<string, readonly string[]>
}

/** Ids that no phase, and no subtask or step, has yet; in whatever case it is written. */
const createNames = ({ phases }: Plan): Names => {
  const fold = (id: string): string => id.normalize('NFC').toLowerCase()
  const subtasks = phases.flatMap((phase) => phase.subtasks)
  const ofPhases = new Set(phases.map(({ id }) => fold(id)))
  const ofParts = new Set(
    subtasks.flatMap(({ id, steps }) => [fold(id), ...steps.map((step) => fold(step.id))]),
  )
  const pieces = new Map<string, string[]>()
  const suffix = (more: number, mark: string): string => (more === 1 ? '' : `${mark}${more}`)
  return {
    pieces,
    partsOf(id, count) {
      for (let more = 1; ; more++) {
        // No step is called so: steps are often `1.2`.
        const ids = Array.from({ length: count }, (_, index) => `${id}-part-${index + 1}${suffix(more, '.')}`)
        if (ids.some((each) => ofPhases.has(fold(each)))) continue
        for (const each of ids) ofPhases.add(fold(each))
        return ids
      }
    },
    pieceOf({ id }, piece) {
      let name = `${id}-${piece}`
      for (let more = 2; ofParts.has(fold(name)); more++) name = `${id}-${piece}${suffix(more, '-')}`
      ofParts.add(fold(name))
      const known = pieces.get(id)
      if (known) known.push(name)
      else pieces.set(id, [id, name])
      return name
    },
  }
}

const partsOf = (phase: Phase, { parts, ids, order }: Split): Phase[] => {
  const named = new Set(phase.subtasks.flatMap((subtask) => subtask.files))
  const shared = phase.files.filter((file) => !named.has(file))
  // A risk above that of every step is the author's warning about the entire phase.
  const whole = parts.reduce<Risk>((risk, part) => higherRisk(risk, part.risk), 'low')
  const warned = higherRisk(whole, phase.risk) !== whole
  const estimates = shareOut(phase.estimate, parts)
  return parts.map(({ subtasks, risk }, index) => {
    const estimate = estimates?.[index]
    // Only the phase states the risk of a subtask without steps.
    const unsaid = subtasks.some((subtask) => isOpen(subtask) && subtask.steps.length === 0)
    // The checks of the phase need all of its parts.
    const { acceptance, ...most } = phase
    const checks = index === parts.length - 1 ? acceptance : undefined
    const waits = checks ? lastParts(order.slice(0, -1)) : order[index]!
    return {
      ...most,
      ...(checks && { acceptance: checks }),
      id: ids[index]!,
      title: `${phase.title} (part ${index + 1} of ${parts.length})`,
      dependsOn: waits.length === 0 ? phase.dependsOn : waits.map((other) => ids[other]!),
      files: [...new Set([...shared, ...subtasks.flatMap((subtask) => subtask.files)])],
      ...(estimate !== undefined && { estimate }),
      risk: warned || unsaid ? higherRisk(risk, phase.risk) : risk,
      subtasks,
      line: index === 0 ? phase.line : (subtasks[0]?.steps[0]?.line ?? subtasks[0]?.line ?? phase.line),
    }
  })
}

/** An amount by the minutes of the parts, in hundredths; the shares are the amount again. */
const shareOut = (amount: number | undefined, parts: readonly PhasePart[]): number[] | undefined => {
  if (amount === undefined) return undefined
  const minutes = parts.map(({ subtasks }) =>
    subtasks.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.estimatedMinutes, 0),
  )
  const total = minutes.reduce((sum, each) => sum + each, 0)
  const round = (value: number): number => Math.round(value * 100) / 100
  let before = 0
  let done = 0
  return minutes.map((each) => {
    done += total > 0 ? each / total : 1 / parts.length
    const upTo = round(amount * done)
    const share = round(upTo - before)
    before = upTo
    return share
  })
}

const replace = (ids: string[], by: (id: string) => readonly string[] | undefined): string[] =>
  ids.some((id) => by(id)) ? [...new Set(ids.flatMap((id) => by(id) ?? [id]))] : ids

const rewire = (
  phase: Phase,
  references: Pick<Phase, 'dependsOn' | 'parallelWith' | 'conflictsWith'>,
): Phase =>
  references.dependsOn === phase.dependsOn &&
  references.parallelWith === phase.parallelWith &&
  references.conflictsWith === phase.conflictsWith
    ? phase
    : { ...phase, ...references }

/** Makes dependants of a split subtask depend on all its pieces. */
const rewireSubtasks = (phase: Phase, pieces: Names['pieces']): Phase =>
  phase.subtasks.some(({ dependsOn }) => dependsOn.some((id) => pieces.has(id)))
    ? {
        ...phase,
        subtasks: phase.subtasks.map((subtask) => ({
          ...subtask,
          dependsOn: replace(subtask.dependsOn, (id) => pieces.get(id)),
        })),
      }
    : phase

const describe = ({ id }: Phase, { parts, ids, order }: Split, limits: BatchLimits): string => {
  const named = parts.slice(0, mostNamed).map((part, index) => `${ids[index]!} (${contentOf(part)})`)
  const isChain = order.every((waits, index) => index === 0 || (waits.length === 1 && waits[0] === index - 1))
  const more = parts.length > mostNamed ? ` and ${parts.length - mostNamed} more` : ''
  return (
    `Phase ${id} is done in ${parts.length} parts${isChain ? ', one after the other' : ''}: ${named.join(', ')}${more}. ` +
    `At most ${limits.low} steps of low risk go together, ${limits.medium} where one is of medium risk, ` +
    `${limits.high} where one is of high risk; a step for a person's judgment and a manual step stand alone.`
  )
}

const contentOf = ({ subtasks, size, risk, judgment, manual }: PhasePart): string => {
  const only = subtasks.flatMap(({ steps }) => steps)[0]
  const why = judgment ? "for a person's judgment" : manual ? 'manual' : `${risk} risk`
  return size === 1 && only ? `step ${only.id}, ${why}` : `${size} steps, ${why}`
}
