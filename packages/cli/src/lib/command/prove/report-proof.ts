import type { ProofReport } from '@amelia/node'
import { words } from '@amelia/core/view'
import { formatAnnotation } from '../github/annotation.ts'
import { appendSummary } from '../github/append-summary.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { titleOf, verdictWords } from './summarize-proof.ts'
import type { ProofLevel } from './prove-flags.ts'
import { isEnough } from './prove-output.ts'
import { renderProofPage } from './render-proof-page.ts'

/** Prints each commit that is not proven as an annotation, and appends the page to the step summary. */
export const reportProof = async (
  terminal: Terminal,
  report: ProofReport,
  required: ProofLevel,
): Promise<void> => {
  const { commits, problems } = report
  for (const commit of commits) {
    const { verdict, reasons } = commit
    if (verdict === 'proven') continue
    const isFine = isEnough({ ...report, commits: [commit], problems: [] }, required)
    terminal.out(
      formatAnnotation({
        level: isFine ? 'notice' : 'error',
        title: `Proof: ${verdictWords[verdict]}`,
        message: words.plainLabel(`${commit.commit.slice(0, 10)} ${titleOf(commit)}: ${reasons.join('; ')}`),
      }),
    )
  }
  for (const { runId, message } of problems)
    terminal.out(
      formatAnnotation({
        level: 'error',
        title: 'Proof: contradicted',
        message: words.plainLabel(`Run ${runId}: ${message}`),
      }),
    )
  await appendSummary(renderProofPage(report, required), 'Shortened: `amelia prove` prints everything.')
}
