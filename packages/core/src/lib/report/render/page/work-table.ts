import type { CheckResult } from '../../../contract/check-result.ts'
import type { PhaseReport } from '../../../event/report.ts'
import { describeCount } from '../../describe-count.ts'
import { describeReview } from '../describe-review.ts'
import { cutText, pageTable, pageText } from './page-text.ts'
import { describeExternal } from '../phase-mark.ts'
import { plainLabel } from '../plain-label.ts'

/** Most characters of the cell that describes the work of a phase. */
const maxWhat = 200

/** Renders a row for each phase: what was done, its commit, lines, tests and review. */
export const workTable = (phases: readonly PhaseReport[]): string =>
  pageTable(
    ['phase', 'what', 'commit', '+/-', 'tests', 'review'],
    phases.map((phase) => {
      const { id, title, commit = '', lines, checks, evidence, review } = phase
      return [
        pageText(title === '' ? id : `${id} ${title}`),
        pageText(describeWork(phase)),
        commit.slice(0, 12),
        lines === undefined ? '' : `+${lines.added} -${lines.removed}`,
        pageText([...(checks.length > 0 ? [describeChecks(checks)] : []), evidence || []].flat().join('; ')),
        review === undefined ? '' : describeReview(review),
      ]
    }),
  )

/** Lists the checks of a result, the passed ones first: `test, lint passed, build failed (note)`. */
export const describeChecks = (checks: readonly CheckResult[]): string => {
  const plain = checks.filter(({ passed, note }) => passed && note === undefined)
  const others = checks.filter((check) => !plain.includes(check))
  return [
    ...(plain.length > 0 ? [`${plain.map(({ name }) => name).join(', ')} passed`] : []),
    ...others.map(
      ({ name, passed, note }) =>
        `${name} ${passed ? 'passed' : 'failed'}${note === undefined ? '' : ` (${note})`}`,
    ),
  ].join(', ')
}

/** Describes the work of a completed phase by its agent's words, or its parts; otherwise its status. */
const describeWork = (phase: PhaseReport): string => {
  const { status, attempt, subtasks = [], summary } = phase
  if (status === 'external') return describeExternal(phase)
  if (status === 'completed')
    return cutText(plainLabel(summary ?? subtasks.map(({ title }) => title).join('; ')), maxWhat)
  const count = attempt === 0 ? undefined : describeCount(subtasks, status)
  return count === undefined ? status : `${status} (${count})`
}
