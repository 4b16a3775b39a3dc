import { type Host, readRun } from '@amelia/core'
import { findBegun } from '../merge/find-begun.ts'
import type { KeptRun } from './list-kept.ts'

/** Which runs `amelia clean` removes. */
export interface CleanPolicy {
  /** Only runs after the newest ones of this number. Default: 0. */
  keep?: number
  /** Only runs whose last write is at least this many milliseconds ago. Default: 0. */
  olderThan?: number
}

/** A run that a policy removes. */
export interface ChosenRun extends KeptRun {
  /** Whether its branch is merged, and whether it is deleted otherwise. Absent if it has none. */
  branchIs?: 'merged' | 'deleted' | 'kept'
}

/** A run that a policy covers and that stays. */
export interface SparedRun extends KeptRun {
  reason: string
}

export interface Choice {
  chosen: ChosenRun[]
  /** The runs that the policy would remove if there were no reason to keep them. */
  spared: SparedRun[]
  /** The runs that the policy keeps. */
  rest: KeptRun[]
}

/** Chooses the runs that a policy removes. `kept` has the newest run first. */
export const chooseRuns = async (
  host: Host,
  kept: readonly KeptRun[],
  { keep = 0, olderThan = 0, isRemote = false }: CleanPolicy & { isRemote?: boolean },
): Promise<Choice> => {
  const choice: Choice = { chosen: [], spared: [], rest: [] }
  const before = host.clock.now() - olderThan
  for (const [at, one] of kept.entries()) {
    if (at < keep || Date.parse(one.run.updatedAt) > before) {
      choice.rest.push(one)
      continue
    }
    const reason = await whySpared(host, one, isRemote)
    if (reason === undefined) choice.chosen.push({ ...one, ...branchOf(one) })
    else choice.spared.push({ ...one, reason })
  }
  return choice
}

/** Explains why a run stays although the policy covers it. */
const whySpared = async (
  host: Host,
  { run: { runId, locked, problem, condition, gates = 0, status } }: KeptRun,
  isRemote: boolean,
): Promise<string | undefined> => {
  if (locked) return 'a process is running it'
  if (problem !== undefined) return problem
  if (status === 'not_started') return undefined
  if (condition?.state === 'waiting' || gates > 0) return 'it waits for an answer'
  const { report, isShared, savedAnswers } = await readRun({ host, runId })
  if (savedAnswers.length > 0) return 'it has an answer that is not applied yet'
  if (isShared && !isRemote) return 'several machines share its repository; add --remote URL'
  if (report.inPlace && condition?.state !== 'ended')
    return 'it stopped in your checkout; resume or revert it'
  if ((await findBegun(host.git, runId)) !== undefined)
    return `its merge has begun; amelia merge ${runId} completes it`
  return undefined
}

/** Work that a run completed stays on its branch until it is merged. */
const branchOf = ({ run, branch }: KeptRun): Pick<ChosenRun, 'branchIs'> => {
  if (branch === undefined) return {}
  if (branch.isMerged) return { branchIs: 'merged' }
  return { branchIs: run.status === 'completed' || run.status === 'partial' ? 'kept' : 'deleted' }
}
