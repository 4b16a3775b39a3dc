import type { ProofReport, ProofVerdict } from '@amelia/node'
import { type Tone, words } from '@amelia/core/view'
import { fitText } from '../../terminal/fit-text.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapIndented } from '../../terminal/wrap-sentences.ts'
import { describeRange, describeReplay, summarizeProof, titleOf, verdictWords } from './summarize-proof.ts'
import type { ProofLevel } from './prove-flags.ts'

const tones: Readonly<Record<ProofVerdict, Tone>> = {
  proven: 'good',
  claimed: 'warn',
  uncovered: 'bad',
  'not-reproducible': 'bad',
  contradicted: 'bad',
}

/** The columns of the longest verdict. */
const verdictWidth = 'not reproducible'.length

/** The columns of a title, so that its line has 80. */
const titleWidth = 80 - verdictWidth - 14

/** Renders a proof as text: a line for each commit, and its reasons below. Foreign text is made plain. */
export const renderProof = (
  terminal: Pick<Terminal, 'stdout' | 'columns' | 'paint' | 'ascii'>,
  report: ProofReport,
  required: ProofLevel,
): string => {
  const wrap = (line: string): string[] => wrapIndented(terminal, line)
  const lines = report.commits.flatMap((commit) => {
    const { verdict, reasons, commit: id } = commit
    const title = fitText(words.plainLabel(titleOf(commit)), titleWidth, terminal.ascii ? '...' : '…')
    const word = terminal.paint(verdictWords[verdict].padEnd(verdictWidth), tones[verdict])
    return [
      `  ${word}  ${id.slice(0, 8)}  ${title}`.trimEnd(),
      ...reasons.flatMap((reason) => wrap(`      ${words.plainLabel(reason)}`)),
    ]
  })
  const problems = report.problems.flatMap(({ runId, message }) =>
    wrap(`${terminal.paint('problem', 'bad')} of run ${runId}: ${words.plainLabel(message)}`),
  )
  const sentences = [...summarizeProof(report, required), ...describeReplay(report)]
  return `${[
    `${describeRange(report)}:`,
    '',
    ...lines,
    '',
    ...problems,
    ...sentences.flatMap((sentence) => wrap(words.plainLabel(sentence))),
  ].join('\n')}\n`
}
