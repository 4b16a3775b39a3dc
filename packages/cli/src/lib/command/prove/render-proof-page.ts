import type { ProofReport } from '@amelia/node'
import { escapeMarkdown } from '../github/escape-markdown.ts'
import { describeRange, describeReplay, summarizeProof, titleOf, verdictWords } from './summarize-proof.ts'
import type { ProofLevel } from './prove-flags.ts'

/** The most commits with a row. */
const mostRows = 300

/** Renders a proof as Markdown for a pull request. Nothing in foreign text acts as Markdown. */
export const renderProofPage = (report: ProofReport, required: ProofLevel): string => {
  const { commits, problems } = report
  const rows = commits.slice(0, mostRows).map((commit) => {
    const { verdict, reasons, signedBy = '' } = commit
    const cells = [titleOf(commit), signedBy, reasons.join('; ')].map(escapeMarkdown)
    return `| ${verdictWords[verdict]} | \`${commit.commit.slice(0, 10)}\` | ${cells.join(' | ')} |`
  })
  const left = commits.length - rows.length
  return `${[
    `### Proof: ${summarizeProof(report, required)[0] ?? ''}`,
    `${describeRange(report)}. ${summarizeProof(report, required).slice(1).join(' ')}`,
    ['| verdict | commit | phase | signed by | remarks |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...(left > 0 ? [`${left} more commits.`] : []),
    ...(problems.length === 0
      ? []
      : [problems.map(({ runId, message }) => `- ${escapeMarkdown(`Run ${runId}: ${message}`)}`).join('\n')]),
    describeReplay(report).map(escapeMarkdown).join(' '),
  ].join('\n\n')}\n`
}
