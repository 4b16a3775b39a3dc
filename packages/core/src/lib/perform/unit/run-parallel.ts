import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { commitWorkspace } from '../integrate/commit-attempt.ts'
import { rulesCommit } from '../own/rules-commit.ts'
import type { Performer } from '../performer.ts'
import { phaseMessage } from '../message/phase-message.ts'
import { joinOutcomes } from '../../policy/join-outcomes.ts'
import { runUnit } from './run-unit.ts'
import type { UnitContext } from './unit-context.ts'
import { awaitAll } from '../await-all.ts'
import { whenUnlocked } from '../guard/when-unlocked.ts'

/** A subtask that ran in a separate workspace. */
interface Part {
  subtaskId: string
  result: UnitOutcome
  /** The commit of its work, on the commit that all parts began on. */
  commit?: string
  /** The files that a person has to approve first. They are in no commit. */
  kept: ReadonlyMap<string, Uint8Array>
}

/**
 * Runs subtasks in parallel, each in its own workspace, and merges their work into the attempt in plan order.
 *
 * A part that conflicts with an earlier one is repeated alone on the merged work. A failed part does not stop
 * the others: their work stays in the attempt, and the first failure in plan order is the unit's outcome.
 */
export const runParallel = async (
  performer: Performer,
  phase: FrozenPhase,
  { dispatch, workspace }: Pick<UnitContext, 'dispatch' | 'workspace'>,
  subtaskIds: readonly string[],
): Promise<UnitOutcome> => {
  const base = phase.attempt.work?.commit ?? phase.attempt.base
  const parts = await awaitAll(
    subtaskIds.map((subtaskId) => runPart({ performer, phase, dispatch }, base, subtaskId)),
  )
  let head = base
  const again: Part[] = []
  for (const part of parts) {
    if (part.commit === undefined) continue
    const merged = await mergePart(performer, phase, head, part)
    if (merged === null) again.push(part)
    else head = merged
  }
  if (head !== base) await performer.host.git.resetWorkspace(workspace, head)
  // The commit of the unit asks about them.
  for (const { result, kept } of parts)
    for (const [path, content] of result.outcome === 'completed' ? kept : [])
      await workspace.fs.writeFile(`/${path}`, content)
  for (const part of parts) {
    const unit = { kind: 'subtask', subtaskId: part.subtaskId } as const
    if (again.includes(part))
      part.result = await runUnit({ performer, phase, dispatch, workspace, redo: true }, unit)
  }
  return joinOutcomes(parts.map(({ result }) => result))
}

const runPart = async (
  of: Pick<UnitContext, 'performer' | 'phase' | 'dispatch'>,
  base: string,
  subtaskId: string,
): Promise<Part> => {
  const { performer, phase } = of
  const { host, state } = performer
  const { git, clock } = host
  const { runId } = state
  const workspace = await git.openWorkspace({ runId, phase: phase.id, base, rules: rulesCommit(state) })
  const ref = refNames(runId).part(phase.id, phase.attempt.number, subtaskId)
  const kept = new Map<string, Uint8Array>()
  const commit = () => whenUnlocked(clock, () => commitWorkspace(performer, phase, workspace, ref, kept))
  try {
    const context: UnitContext = { ...of, workspace, partRef: ref }
    const result = await runUnit(context, { kind: 'subtask', subtaskId }).catch(async (error: unknown) => {
      // Work done before the stop is kept.
      await commit()
      throw error
    })
    const committed = await commit()
    // The work of an unfinished step stays in the part's ref only, because a person may skip the step.
    if ('commit' in committed && isAtStep(result))
      return { subtaskId, result, kept, ...(context.before !== undefined && { commit: context.before }) }
    if ('commit' in committed) return { subtaskId, result, kept, commit: committed.commit }
    const { findings: _findings, ...refused } = committed
    return {
      subtaskId,
      kept,
      result: result.outcome === 'failed' ? result : { outcome: 'blocked', ...refused },
    }
  } finally {
    await git.closeWorkspace(workspace)
  }
}

const isAtStep = (result: UnitOutcome): boolean =>
  result.outcome === 'failed'
    ? result.failure.stepId !== undefined
    : result.outcome === 'blocked' && result.stepId !== undefined

/** Merges a part onto the earlier ones. Returns null if both change the same lines. */
const mergePart = async (
  performer: Performer,
  phase: FrozenPhase,
  head: string,
  { subtaskId, commit }: Part,
): Promise<string | null> => {
  const { git, clock } = performer.host
  const { runId } = performer.state
  const merged = await git.merge({ ours: head, theirs: commit! })
  if (!('tree' in merged)) return null
  const request = {
    ref: refNames(runId).part(phase.id, phase.attempt.number, subtaskId),
    tree: merged.tree,
    parent: head,
    files: {},
    message: phaseMessage(performer, phase),
    date: Math.floor(clock.now() / 1000),
  }
  return whenUnlocked(clock, () => git.compose(request))
}
