import type { Report } from '@amelia/core'
import { words } from '@amelia/core/view'
import { wrapText } from '../terminal/wrap-text.ts'
import type { FoundRun } from './find-run.ts'
import type { GateNumbers } from './gate-numbers.ts'

/** Returns the report of a run without the questions that have a saved answer. */
export const withoutSaved = ({
  report,
  savedAnswers,
}: Pick<FoundRun, 'report' | 'savedAnswers'>): Report => ({
  ...report,
  gates: report.gates.filter((gate) => !words.isAnsweredBy(gate, savedAnswers)),
})

/** Lists the saved answers that no process has applied yet, each with its question. */
export const savedLines = (
  { report, savedAnswers, locked }: FoundRun,
  numbers: GateNumbers,
  width: number,
): string[] => {
  if (savedAnswers.length === 0) return []
  const lines = savedAnswers.flatMap(({ gateId, choice, feedback, phaseIds = [] }) => {
    const question = report.gates.find(({ id }) => id === gateId)?.question ?? gateId
    const only = phaseIds.length === 0 ? '' : ` (phase ${phaseIds.join(', ')})`
    const answer = `${choice}${only}${feedback === undefined ? '' : ` "${feedback}"`}`
    return wrapText(words.plainLabel(`#${numbers.get(gateId)} ${question} ${answer}`), width - 2)
  })
  const heading = locked ? 'Answered, not yet applied:' : 'Answered, applied by the next resume:'
  return [heading, ...lines.map((line) => `  ${line}`)]
}
