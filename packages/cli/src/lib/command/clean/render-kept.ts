import { words } from '@amelia/core/view'
import { padText, widestOf } from '../../terminal/fit-text.ts'
import { plural } from '../../terminal/plural.ts'
import { ageOf } from '../../view/render-runs.ts'
import type { Choice } from './choose-runs.ts'
import { formatBytes } from './format-bytes.ts'
import type { KeptRun } from './list-kept.ts'

const headings = ['RUN', 'STATUS', 'AGE', 'WORKSPACES', 'REFS', 'JOURNAL', 'TRANSCRIPTS', 'BRANCH']

/** Renders what is kept for each run as a table, without the columns that no run has a value in. */
export const renderKept = (kept: readonly KeptRun[], now: number): string => {
  const rows = kept.map((one) => cellsOf(one, now))
  const shown = headings.map((_, column) => rows.some((row) => row[column] !== ''))
  const widths = headings.map((heading, column) =>
    widestOf([heading, ...rows.map((row) => row[column] ?? '')]),
  )
  return [headings, ...rows]
    .map((row) => row.flatMap((cell, column) => (shown[column] ? padText(cell, widths[column]!) : [])))
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('')
}

const cellsOf = ({ run, size, refs, branch }: KeptRun, now: number): string[] => [
  run.runId,
  words.listedStatus(run),
  ageOf(now - Date.parse(run.updatedAt)),
  bytes(size?.workspaces),
  refs === 0 ? '' : String(refs),
  bytes(size?.journal),
  bytes(size?.transcripts),
  branch === undefined ? '' : branch.isMerged ? 'merged' : 'not merged',
]

const bytes = (amount = 0): string => (amount === 0 ? '' : formatBytes(amount))

/** The bytes that are kept for runs. */
export const sizeOf = (kept: readonly KeptRun[]): number =>
  kept.reduce((sum, { size }) => sum + (size ? size.workspaces + size.journal + size.transcripts : 0), 0)

/** The sum of what is kept, in a sentence. */
export const describeKept = (kept: readonly KeptRun[], objects: number | undefined): string => {
  const refs = kept.reduce((sum, one) => sum + one.refs, 0)
  const reached =
    refs > 0 && objects !== undefined ? `, with ${formatBytes(objects)} that only they reach` : ''
  const verb = kept.length === 1 ? 'keeps' : 'keep'
  return `${plural(kept.length, 'run')} ${verb} ${formatBytes(sizeOf(kept))} and ${plural(refs, 'ref')}${reached}.`
}

/** The consequences of removing the chosen runs, one in a line. */
export const describeChoice = ({ chosen, spared, rest }: Choice): string[] => [
  ...(rest.length === 0 ? [] : [`Keeps ${plural(rest.length, 'run')} by the policy.`]),
  ...spared.map(({ run, reason }) => `Keeps run ${run.runId}: ${words.plainLabel(reason)}.`),
  ...(chosen.length === 0
    ? []
    : [
        `Removes ${plural(chosen.length, 'run')} (${formatBytes(sizeOf(chosen))}): workspaces, refs, transcripts and journals. They can then be neither shown nor resumed, and amelia stats does not count them.`,
      ]),
  ...chosen.flatMap(({ run, branch, branchIs }) => {
    if (branch === undefined) return []
    const name = words.plainLabel(branch.ref.replace('refs/heads/', ''))
    const at = branch.commit.slice(0, 7)
    if (branchIs === 'kept')
      return [`Keeps the branch ${name} of run ${run.runId}: its commits are not merged.`]
    return branchIs === 'merged'
      ? [`Deletes the branch ${name}, which is merged.`]
      : [
          `Deletes the branch ${name} of the ${words.listedStatus(run)} run ${run.runId}: its commits (${at}) are not merged.`,
        ]
  }),
]
