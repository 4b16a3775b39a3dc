import type { BlockerType } from '../../event/blocker-type.ts'
import { boundOutput } from '../../text/bound-output.ts'
import type { Failure } from '../../contract/failure.ts'
import { firstLine } from '../../text/first-line.ts'
import type { WorkReport } from './read-work-report.ts'
import { describeLeftOut, describePart } from './work-words.ts'

/** The result of a developer's report. */
export type WorkJudgement =
  /** The agent claims success, and its work is verified. */
  | { outcome: 'completed'; alreadyDone?: true }
  | { outcome: 'failed'; failure: Failure }
  | { outcome: 'blocked'; blocker: BlockerType; message: string; details: string[] }

/**
 * Judges a developer's report.
 *
 * Success is a claim, and the evidence decides. Work that is not done is a failure of the agent, and the
 * retry rules apply; work that is done in part goes on. A report that needs a person opens a gate at once. A
 * report that contradicts itself counts as not done.
 */
export const judgeWorkReport = (report: WorkReport): WorkJudgement => {
  const { status, summary, subtasks } = report
  const blocked = status === 'blocked' || subtasks.some((subtask) => subtask.status === 'blocked')
  if ([status, ...subtasks.map((subtask) => subtask.status)].every(isDone))
    return { outcome: 'completed', ...(status === 'already_done' && { alreadyDone: true }) }
  const why = firstLine(summary.trim()) || 'It gives no reason.'
  if (blocked)
    return {
      outcome: 'blocked',
      blocker: 'agent_asks',
      message: `The agent needs a decision: ${why}`,
      details: listLeft(report, summary.trim() === why ? '' : summary.trim()),
    }
  const what = status === 'failed' ? 'failed' : 'did only a part of it'
  const message = `The agent says that it ${what}: ${why}`
  const partial = status !== 'failed' && { partial: true as const }
  const output = describeLeft(report)
  return { outcome: 'failed', failure: { class: 'agent_failed', ...partial, message, output } }
}

const isDone = (status: WorkReport['status']): boolean => status === 'done' || status === 'already_done'

/** Describes a report for people and for the next attempt. The length is bounded. */
export const describeWorkReport = (report: WorkReport): string =>
  boundOutput(
    [report.summary.trim(), ...report.subtasks.map(describePart), ...report.notDone.map(describeLeftOut)]
      .filter((line) => line !== '')
      .join('\n'),
  )

/** Describes unfinished work for the next attempt, one item per line. The length is bounded. */
const describeLeft = (report: WorkReport): string => {
  const summary = report.summary.trim()
  return boundOutput(listLeft(report, summary.includes('\n') ? summary : '').join('\n'))
}

/** Lists a summary, if it is not empty, and each unfinished part. */
const listLeft = ({ subtasks, notDone }: WorkReport, summary: string): string[] => [
  ...(summary === '' ? [] : [summary]),
  ...subtasks.filter(({ status }) => !isDone(status)).map(describePart),
  ...notDone.map(describeLeftOut),
]
