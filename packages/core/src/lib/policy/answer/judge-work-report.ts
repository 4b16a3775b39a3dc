import type { BlockerType } from '../../event/blocker-type.ts'
import { boundOutput } from '../../text/bound-output.ts'
import type { Failure } from '../../contract/failure.ts'
import { firstLine } from '../../text/first-line.ts'
import type { WorkReport } from './read-work-report.ts'

/** What a report comes to. */
export type WorkJudgement =
  /** It is done, as the agent says: what it left is verified. */
  | { outcome: 'completed' }
  | { outcome: 'failed'; failure: Failure }
  | { outcome: 'blocked'; blocker: BlockerType; message: string; details: string[] }

/**
 * What follows a developer's report.
 *
 * Done is a claim, and the evidence decides. What is not done, or only in part, is the agent's failure: another attempt as the rules say.
 * What asks for a person is a question at once. Who says that all is done and that a part of it is not, is not done.
 */
export const judgeWorkReport = (report: WorkReport): WorkJudgement => {
  const { status, summary, subtasks } = report
  const blocked = status === 'blocked' || subtasks.some((subtask) => subtask.status === 'blocked')
  if (status === 'done' && subtasks.every((subtask) => subtask.status === 'done'))
    return { outcome: 'completed' }
  const why = firstLine(summary.trim()) || 'It gives no reason.'
  const left = describeLeft(report)
  if (blocked)
    return {
      outcome: 'blocked',
      blocker: 'unexpected_state',
      message: `The agent says that it cannot go on without a person: ${why}`,
      details: left.split('\n').filter((line) => line !== ''),
    }
  const what = status === 'failed' ? 'failed' : 'did only a part of it'
  const message = `The agent says that it ${what}: ${why}`
  return { outcome: 'failed', failure: { class: 'agent_failed', message, output: left } }
}

/** A report in words, for people and for the next attempt. Bounded. */
export const describeWorkReport = (report: WorkReport): string =>
  boundOutput(
    [
      report.summary.trim(),
      ...report.subtasks.map(describePart),
      ...report.notDone.map((what) => `Not done: ${what.trim()}`),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  )

/** What is not done, a line each. */
const describeLeft = ({ subtasks, notDone, summary }: WorkReport): string =>
  boundOutput(
    [
      ...(summary.trim().includes('\n') ? [summary.trim()] : []),
      ...subtasks.filter(({ status }) => status !== 'done').map(describePart),
      ...notDone.map((what) => `Not done: ${what.trim()}`),
    ].join('\n'),
  )

const describePart = ({ id, status, summary }: WorkReport['subtasks'][number]): string =>
  `- ${id} ${status}${summary.trim() === '' ? '' : `: ${summary.trim()}`}`
